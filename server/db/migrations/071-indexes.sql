-- Without these, the end of a session and the end of a calendar connection read a table whole.
create index on calendar_connection_attempts (session_id);
create index on calendar_connections (subject);

-- Messages that have failed are few, and are looked for whenever a provider works again.
create index on messages (channel, is_urgent desc, due_at, id) where state = 'WAITING' and attempts > 0;

-- The kind alone finds a large part of all messages, so the index is only for those about something.
drop index messages_kind_subject_id_idx;
create index on messages (kind, subject_id) where subject_id is not null;

-- As an array the families are looked up by the key; as a subquery they may be compared with every row.
create or replace function make_reminder_checks_due() returns trigger language plpgsql as $$
begin
  update reminder_choices set check_at = '-infinity'
  where check_at > '-infinity' and family_id = any (array(select family_id from changed));
  return null;
end
$$;

-- From now on this time is set when the last member leaves.
update families set delete_at = now() + interval '30 days'
where delete_at is null and not exists (select from memberships m where m.family_id = families.id);
