-- Every row with a due time is claimed in one way, by server/jobs/due-rows.ts.
alter table reminder_choices rename column look_at to check_at;
alter table family_reachability rename column look_at to check_at;
alter table calendar_revocations rename column tries to attempts;

-- A person who has just begun to help is planned first.
alter table weekly_tests drop column tries, add column is_planned boolean not null default false;
update weekly_tests set is_planned = due_at is not null, due_at = coalesce(due_at, '-infinity');
alter table weekly_tests alter column due_at set default '-infinity', alter column due_at set not null;

-- When a family that has had no members for 30 days is deleted.
alter table families rename column empty_since to delete_at;
update families set delete_at = delete_at + interval '30 days' where delete_at is not null;

create or replace function look_at_reminders() returns trigger language plpgsql as $$
begin
  update reminder_choices set check_at = '-infinity'
  where check_at > '-infinity' and family_id in (select family_id from changed);
  return null;
end
$$;

create or replace function look_at_reminders_of_family() returns trigger language plpgsql as $$
begin
  update reminder_choices set check_at = '-infinity' where family_id = new.id;
  return null;
end
$$;

create or replace function look_at_families(families integer[]) returns void language plpgsql as $$
begin
  -- In one order for everybody, so that no two wait for each other.
  perform from family_reachability where family_id = any (families) order by family_id for no key update;
  update family_reachability set check_at = '-infinity' where family_id = any (families) and check_at > '-infinity';
  perform pg_notify('live', json_build_object('familyId', family, 'events', array['reachability'])::text)
    from unnest(families) as family;
end
$$;
