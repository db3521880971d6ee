-- The program that is told about a family's requests for help, such as Home Assistant. Its address may contain a secret.
create table webhooks (
  family_id integer primary key references families,
  sealed_url bytea not null,
  sealed_secret bytea not null,
  created_at timestamptz not null
);

-- What it is told. The names are read when it leaves.
create table webhook_deliveries (
  family_id integer not null references families,
  id bigint generated always as identity,
  type text not null,
  -- Null for a test.
  help_request_id bigint,
  created_at timestamptz not null,
  state text not null default 'WAITING' check (state in ('WAITING', 'ARRIVED', 'FAILED')),
  due_at timestamptz not null,
  lease_until timestamptz,
  attempts integer not null default 0,
  -- Why the last attempt has failed.
  failure text,
  primary key (family_id, id),
  foreign key (family_id, help_request_id) references help_requests on delete cascade
);
create index on webhook_deliveries (due_at) where state = 'WAITING';
create index on webhook_deliveries (family_id, help_request_id);
create index on webhook_deliveries (created_at);
