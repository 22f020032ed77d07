-- What bots received, until it is handled; afterwards its id for a while, so that nothing is handled twice.
create table inbox (
    source text not null,
    id text not null,
    at bigint not null,
    number bigint not null,
    is_done boolean not null,
    body text not null,
    primary key (source, id)
);

create index inbox_open on inbox (source, at, number) where not is_done;
create index inbox_done on inbox (source, at) where is_done;

-- What bots must remember: one text for each key.
create table note (
    space text not null,
    key text not null collate "C",
    value text not null,
    primary key (space, key)
);
