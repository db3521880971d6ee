-- Where a person gets messages by way of Apprise, such as Telegram. The address holds the password of that place.
create table apprise_addresses (
  person_id integer primary key references people on delete cascade,
  sealed_url bytea not null,
  created_at timestamptz not null
);
