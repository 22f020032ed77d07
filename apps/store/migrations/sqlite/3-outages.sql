-- What a command asked for, as a digest; unknown for commands of earlier formats.
alter table command add column content text;

-- When a server was last known to be at work while a clock ran.
create table pulse (
    one integer primary key not null check (one = 1),
    at integer not null
) strict;

-- When no server was at work: players get this time back.
create table outage (
    begun integer not null,
    ended integer not null check (ended > begun)
) strict;
