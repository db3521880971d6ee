-- The bytes of every picture and voice message. The row that says what a file is, in a table of its feature, has its id.
create table media (
  id bigint generated always as identity primary key,
  -- Null for a person's own picture, which belongs to no family.
  family_id integer,
  bytes bytea not null,
  unique (family_id, id)
);
-- The files are compressed already. Stored outside the row, they are read only when they are requested.
alter table media alter column bytes set storage external;

-- A file is deleted with the row that has its id.
create function delete_media() returns trigger language plpgsql as $$
begin
  delete from media where id = (to_jsonb(old) ->> tg_argv[0])::bigint;
  return null;
end
$$;

drop view family_files;

-- Each file gets its new id where it is, and is then copied. PostgreSQL reads one at a time.
alter table people_pictures add column media_id bigint;
alter table help_pictures add column media_id bigint;
alter table help_voice_messages add column media_id bigint;
alter table thing_pictures add column media_id bigint;
alter table guide_pictures add column media_id bigint;
alter table hello_pictures add column small_id bigint, add column large_id bigint;
alter table hello_voice_messages add column media_id bigint;

update people_pictures set media_id = nextval('media_id_seq');
update help_pictures set media_id = nextval('media_id_seq');
update help_voice_messages set media_id = nextval('media_id_seq');
update thing_pictures set media_id = nextval('media_id_seq');
update guide_pictures set media_id = nextval('media_id_seq');
update hello_pictures set small_id = nextval('media_id_seq'), large_id = nextval('media_id_seq');
update hello_voice_messages set media_id = nextval('media_id_seq');

insert into media (id, family_id, bytes) overriding system value
  select media_id, null, bytes from people_pictures
  union all
  select i.media_id, i.family_id, b.bytes
  from help_pictures i join help_picture_bytes b on b.family_id = i.family_id and b.picture_id = i.id
  union all
  select media_id, family_id, bytes from help_voice_messages
  union all
  select media_id, family_id, bytes from thing_pictures
  union all
  select media_id, family_id, bytes from guide_pictures
  union all
  select small_id, family_id, small from hello_pictures
  union all
  select large_id, family_id, large from hello_pictures
  union all
  select media_id, family_id, bytes from hello_voice_messages;
-- Only now, because PostgreSQL would remember every row that it still has to check.
alter table media add foreign key (family_id) references families;

drop table help_picture_bytes;
alter table people_pictures drop column bytes, alter column media_id set not null, add unique (media_id),
  add foreign key (media_id) references media;
alter table help_pictures alter column media_id set not null, add unique (family_id, media_id),
  add foreign key (family_id, media_id) references media (family_id, id);
alter table help_voice_messages drop column bytes, alter column media_id set not null,
  add unique (family_id, media_id), add foreign key (family_id, media_id) references media (family_id, id);
alter table thing_pictures drop column bytes, alter column media_id set not null,
  add unique (family_id, media_id), add foreign key (family_id, media_id) references media (family_id, id);
alter table guide_pictures drop column bytes, alter column media_id set not null,
  add unique (family_id, media_id), add foreign key (family_id, media_id) references media (family_id, id);
alter table hello_pictures drop column small, drop column large,
  alter column small_id set not null, alter column large_id set not null,
  add unique (family_id, small_id), add foreign key (family_id, small_id) references media (family_id, id),
  add unique (family_id, large_id), add foreign key (family_id, large_id) references media (family_id, id);
alter table hello_voice_messages drop column bytes, alter column media_id set not null,
  add unique (family_id, media_id), add foreign key (family_id, media_id) references media (family_id, id);

-- Writes the tables anew, so that the dropped columns no longer take space on the disk.
cluster people_pictures using people_pictures_pkey;
cluster help_voice_messages using help_voice_messages_pkey;
cluster thing_pictures using thing_pictures_pkey;
cluster guide_pictures using guide_pictures_pkey;
cluster hello_pictures using hello_pictures_pkey;
cluster hello_voice_messages using hello_voice_messages_pkey;

create trigger delete_media after delete on people_pictures
for each row execute function delete_media('media_id');
create trigger delete_media after delete on help_pictures
for each row execute function delete_media('media_id');
create trigger delete_media after delete on help_voice_messages
for each row execute function delete_media('media_id');
create trigger delete_media after delete on thing_pictures
for each row execute function delete_media('media_id');
create trigger delete_media after delete on guide_pictures
for each row execute function delete_media('media_id');
create trigger delete_small_media after delete on hello_pictures
for each row execute function delete_media('small_id');
create trigger delete_large_media after delete on hello_pictures
for each row execute function delete_media('large_id');
create trigger delete_media after delete on hello_voice_messages
for each row execute function delete_media('media_id');

-- The size of everything that a family has in files, with the pictures of its members. Sizes are read without reading
-- the files.
create view family_files as
  select family_id, octet_length(bytes) as bytes from media where family_id is not null
  union all
  select m.family_id, octet_length(f.bytes)
  from memberships m join people_pictures i using (person_id) join media f on f.id = i.media_id;

-- Adds the bytes of a file to what was stored in this hour, and returns what the person and the family have stored since
-- then, and what the family has in all. The rows of the hour stay locked until the transaction ends, so that two uploads
-- at once cannot both take the last room.
create function count_stored_bytes(
  person integer, family integer, added bigint, at timestamptz, since timestamptz,
  out of_person bigint, out of_family bigint, out in_all bigint
) language plpgsql as $$
declare
  person_key text = 'person ' || person;
  family_key text = 'family ' || family;
begin
  insert into stored_bytes (key, hour, bytes)
    select key, date_trunc('hour', at, 'UTC'), added
    from unnest(array[person_key, family_key]) key where key is not null
    on conflict (key, hour) do update set bytes = stored_bytes.bytes + excluded.bytes;
  -- Each statement sees what others have committed while the one before waited for them.
  select coalesce(sum(bytes) filter (where key = person_key), 0), coalesce(sum(bytes) filter (where key = family_key), 0)
    into of_person, of_family from stored_bytes where key in (person_key, family_key) and hour > since;
  select coalesce(sum(bytes), 0) + added into in_all from family_files where family_id = family;
  if family is null then in_all = 0; end if;
end
$$;
