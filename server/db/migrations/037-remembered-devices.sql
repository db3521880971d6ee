-- A browser that was signed in to a person before. Its cookie outlives the session; only the hash is kept here.
create table remembered_devices (
  person_id integer not null references people on delete cascade,
  device_hash bytea not null,
  last_signed_in_at timestamptz not null,
  primary key (person_id, device_hash)
);
create index on remembered_devices (device_hash);
create index on remembered_devices (last_signed_in_at);

-- The device that a session began on, so that signing it out from elsewhere also forgets it.
alter table sessions add column device_hash bytea;

-- Codes for a remembered device are counted apart: what strangers ask for cannot use them up.
alter table phone_verifications add column is_remembered boolean not null default false;

-- Of several people with one name, who has had it longest comes first.
alter table people add column named_at timestamptz not null default now();
update people set named_at = created_at;
alter table people alter column named_at drop default;
