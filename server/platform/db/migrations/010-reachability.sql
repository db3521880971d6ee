-- The weekly test of everybody who helps in a family.
create table weekly_tests (
  person_id integer primary key references people on delete cascade,
  due_at timestamptz not null default '-infinity',
  -- False until the time of the first test is known. A person who has just begun to help is planned first.
  is_planned boolean not null default false
);
create index on weekly_tests (due_at);

create table family_reachability (
  family_id integer primary key references families,
  -- The state at the last check.
  state text not null default 'reachable' check (state in ('reachable', 'one-person', 'unproven', 'nobody')),
  check_at timestamptz not null default '-infinity'
);
create index on family_reachability (check_at);

-- A change of how people can be reached makes the check of their families due in the same transaction, whatever code
-- makes it. That code publishes the change.
create function make_family_checks_due(families integer[]) returns void language plpgsql as $$
begin
  -- Everybody locks in the same order, so that no two wait for each other.
  perform from family_reachability where family_id = any (families) order by family_id for no key update;
  update family_reachability set check_at = '-infinity' where family_id = any (families) and check_at > '-infinity';
end
$$;

create function families_of(person integer) returns integer[] language sql stable as $$
  select array(select family_id from memberships where person_id = person)
$$;

create function make_checks_of_person_due() returns trigger language plpgsql as $$
begin
  perform make_family_checks_due(families_of(coalesce(new.person_id, old.person_id)));
  return null;
end
$$;
create trigger make_checks_of_person_due after insert or update or delete on contact_methods
for each row execute function make_checks_of_person_due();
create trigger make_checks_of_person_due after insert or delete on push_subscriptions
for each row execute function make_checks_of_person_due();

create function make_checks_of_changed_person_due() returns trigger language plpgsql as $$
begin
  perform make_family_checks_due(families_of(new.id));
  return null;
end
$$;
create trigger make_checks_of_changed_person_due after update of phone_number, email on people
for each row execute function make_checks_of_changed_person_due();

create function prepare_reachability_checks() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into family_reachability (family_id) values (new.family_id) on conflict do nothing;
    insert into weekly_tests (person_id) select new.person_id where new.role <> 'grandparent' on conflict do nothing;
  end if;
  perform make_family_checks_due(array[coalesce(new.family_id, old.family_id)]);
  return null;
end
$$;
create trigger prepare_reachability_checks after insert or update or delete on memberships
for each row execute function prepare_reachability_checks();
