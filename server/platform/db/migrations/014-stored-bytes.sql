-- The bytes of pictures and voice messages that were stored in each of the last hours, by person and by family. The
-- limits are in server/allowances/stored-bytes.ts.
create table stored_bytes (
  -- Such as "person 12" or "family 3".
  key text not null,
  hour timestamptz not null,
  bytes bigint not null,
  primary key (key, hour)
);
create index on stored_bytes (hour);

-- The size of everything that a family has in files. Sizes are read without reading the files.
create view family_files as
  select family_id, octet_length(bytes) as bytes from help_picture_bytes
  union all
  select family_id, octet_length(bytes) from help_voice_messages
  union all
  select family_id, octet_length(bytes) from guide_pictures
  union all
  select family_id, octet_length(bytes) from thing_pictures
  union all
  select m.family_id, octet_length(i.bytes) from people_pictures i join memberships m using (person_id);
