create table game (
    id text primary key not null,
    kind text not null,
    created integer not null,
    updated integer not null,
    last_seq integer not null check (last_seq >= 0),
    white blob check (length(white) = 32),
    black blob check (length(black) = 32),
    invite blob check (length(invite) = 32),
    listed integer not null check (listed in (0, 1)),
    is_over integer not null check (is_over in (0, 1)),
    flag integer,
    summary text not null
) strict;

create index game_listed on game (updated) where listed;
create index game_flag on game (flag) where flag is not null and not is_over;

-- Rows of one game lie side by side.
create table event (
    game text not null references game (id),
    seq integer not null check (seq > 0),
    at integer not null,
    event text not null,
    primary key (game, seq)
) strict, without rowid;

create table command (
    game text not null references game (id),
    id text not null,
    actor text not null,
    last_seq integer not null,
    primary key (game, id)
) strict, without rowid;
