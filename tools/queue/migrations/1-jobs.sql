create table damier_queue.run (
    id bigint generated always as identity primary key,
    kind text not null,
    name text not null,
    plan text not null,
    state text not null default 'open' check (state in ('open', 'finished', 'canceled')),
    lease_ms bigint not null check (lease_ms > 0),
    most_attempts integer not null check (most_attempts > 0),
    created timestamptz not null default now(),
    ended timestamptz
);

-- A coordinator that starts again finds its run by the name.
create unique index run_name on damier_queue.run (name) where state = 'open';

create table damier_queue.worker (
    id bigint generated always as identity primary key,
    host text not null,
    process bigint not null,
    version text not null,
    slots integer not null,
    engines text not null,
    bench text not null,
    registered timestamptz not null default now(),
    seen timestamptz not null default now(),
    gone timestamptz
);

create table damier_queue.job (
    run bigint not null references damier_queue.run (id) on delete cascade,
    number bigint not null check (number >= 0),
    payload text not null,
    state text not null default 'open' check (state in ('open', 'taken', 'done', 'failed')),
    worker bigint references damier_queue.worker (id),
    -- Grows with every claim: only the latest holder may store a result.
    token bigint not null default 0,
    attempt integer not null default 0,
    progress bigint not null default 0,
    lease_until timestamptz,
    error text,
    primary key (run, number),
    check ((state = 'taken') = (lease_until is not null))
);

create index job_waiting on damier_queue.job (run, number) where state in ('open', 'taken');

create table damier_queue.result (
    run bigint not null,
    number bigint not null,
    token bigint not null,
    worker bigint not null references damier_queue.worker (id),
    result text not null,
    stored timestamptz not null default now(),
    collected boolean not null default false,
    primary key (run, number),
    foreign key (run, number) references damier_queue.job (run, number) on delete cascade
);

create index result_uncollected on damier_queue.result (run, number) where not collected;

-- A worker that cannot do the jobs of a run, and why.
create table damier_queue.refusal (
    run bigint not null references damier_queue.run (id) on delete cascade,
    worker bigint not null references damier_queue.worker (id),
    reason text not null,
    primary key (run, worker)
);
