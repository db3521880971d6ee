-- When each scheduled job is due, so that only one of all servers runs it.
create table jobs (
  name text primary key,
  due_at timestamptz not null
);

-- The recent uses of each allowance. The limits are in server/allowances/allowances.ts.
create table allowances (
  name text not null,
  key bytea not null,
  uses timestamptz[] not null,
  expires_at timestamptz not null,
  primary key (name, key)
);
create index on allowances (expires_at);

-- Identifies the secret.key that sealed the values in this database. It has one row, and never the key itself.
create table secret_key (
  is_only boolean primary key default true check (is_only),
  fingerprint bytea not null check (octet_length(fingerprint) = 32)
);
