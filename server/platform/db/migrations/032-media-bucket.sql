-- A file is in its row, or in the bucket of an S3 server under a key that follows from its bytes.
alter table media add column size integer, add column object_key text;
update media set size = octet_length(bytes);
alter table media alter column size set not null, alter column bytes drop not null,
  add check ((bytes is null) <> (object_key is null));
create index media_object_key_idx on media (object_key) where object_key is not null;
create index media_in_database_idx on media (id) where object_key is null;

-- Objects that may belong to no row: their file is being moved, or was deleted.
create table media_leftovers (
  object_key text primary key,
  added_at timestamptz not null
);

create function leave_object() returns trigger language plpgsql as $$
begin
  insert into media_leftovers values (old.object_key, clock_timestamp()) on conflict do nothing;
  return null;
end
$$;
create trigger leave_object after delete on media
for each row when (old.object_key is not null) execute function leave_object();

create or replace view family_files as
  select family_id, size as bytes from media where family_id is not null
  union all
  select m.family_id, f.size
  from memberships m join people_pictures i using (person_id) join media f on f.id = i.media_id;
