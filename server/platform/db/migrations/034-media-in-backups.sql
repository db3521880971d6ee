-- Every file gets the key that follows from its bytes, also while it is in its row: backups copy it once, under that key. A
-- file without a row's bytes is in the bucket.
alter table media rename column object_key to content_key;
alter table media drop constraint media_check, add check (bytes is not null or content_key is not null);
alter index media_object_key_idx rename to media_content_key_idx;
alter index media_in_database_idx rename to media_without_key_idx;
create index media_in_database_idx on media (id) where bytes is not null;

create or replace function leave_object() returns trigger language plpgsql as $$
begin
  insert into media_leftovers values (old.content_key, clock_timestamp()) on conflict do nothing;
  return null;
end
$$;
drop trigger leave_object on media;
create trigger leave_object after delete on media
for each row when (old.bytes is null) execute function leave_object();

-- The bytes of the files that the backup has beside it. Null if the backup is one file with everything in it.
alter table backups add column media_bytes bigint;
