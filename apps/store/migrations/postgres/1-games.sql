create table game (
    id text primary key,
    kind text not null,
    created bigint not null,
    updated bigint not null,
    last_seq bigint not null check (last_seq >= 0),
    white bytea check (length(white) = 32),
    black bytea check (length(black) = 32),
    invite bytea check (length(invite) = 32),
    listed boolean not null,
    is_over boolean not null,
    flag bigint,
    summary text not null
);

create index game_listed on game (updated) where listed;
create index game_flag on game (flag) where flag is not null and not is_over;

create table event (
    game text not null references game (id),
    seq bigint not null check (seq > 0),
    at bigint not null,
    event text not null,
    primary key (game, seq)
);

create table command (
    game text not null references game (id),
    id text not null,
    actor text not null,
    last_seq bigint not null,
    primary key (game, id)
);
