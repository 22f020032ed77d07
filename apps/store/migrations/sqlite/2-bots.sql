-- What bots received, until it is handled; afterwards its id for a while, so that nothing is handled twice.
create table inbox (
    source text not null,
    id text not null,
    at integer not null,
    number integer not null,
    is_done integer not null check (is_done in (0, 1)),
    body text not null,
    primary key (source, id)
) strict, without rowid;

create index inbox_open on inbox (source, at, number) where not is_done;
create index inbox_done on inbox (source, at) where is_done;

-- What bots must remember: one text for each key.
create table note (
    space text not null,
    key text not null,
    value text not null,
    primary key (space, key)
) strict, without rowid;
