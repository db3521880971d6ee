-- What is known of each way that leads to a person. A way is an address: another address begins anew.
create table known_ways (
  person_id integer not null references people on delete cascade,
  channel text not null check (channel in ('push', 'sms', 'email')),
  -- When something was last shown to arrive: what stands in the columns below has happened since.
  proven_at timestamptz,
  -- The provider will never bring anything there, and why.
  refused_at timestamptz,
  refusal text check (refusal in ('unknown', 'full', 'unsubscribed', 'landline', 'blocked', 'gone', 'other')),
  tested_at timestamptz,
  -- The first test that nothing came back from.
  unanswered_since timestamptz,
  primary key (person_id, channel),
  check ((refused_at is null) = (refusal is null))
);

create function prove_way(whose integer, by text, at timestamptz) returns void language sql as $$
  insert into known_ways as k (person_id, channel, proven_at) values (whose, by, at)
  on conflict (person_id, channel) do update
    set proven_at = greatest(k.proven_at, at), refused_at = null, refusal = null, unanswered_since = null
$$;

create function refuse_way(whose integer, by text, why text, at timestamptz) returns void language sql as $$
  insert into known_ways (person_id, channel, refused_at, refusal) values (whose, by, at, why)
  on conflict (person_id, channel) do update set refused_at = at, refusal = why
$$;

-- Whose test left at this time; the proof that it arrived may have come before this is known.
create function test_way(whose integer, by text, at timestamptz) returns void language sql as $$
  insert into known_ways as k (person_id, channel, tested_at, unanswered_since) values (whose, by, at, at)
  on conflict (person_id, channel) do update set tested_at = at,
    unanswered_since = case when k.proven_at >= at then null else coalesce(k.unanswered_since, at) end
$$;

-- Whoever has a number here has typed a code that was texted to it.
insert into known_ways (person_id, channel, proven_at)
select id, 'sms', created_at from people where phone_number is not null;

-- Everybody who helps in a family.
create table weekly_tests (
  person_id integer primary key references people on delete cascade,
  -- When the next one is to leave, or is tried again; null until it is planned.
  due_at timestamptz,
  tries integer not null default 0
);
create index on weekly_tests (due_at nulls first);

-- Tests that an admin has asked for, counted for a day.
create table asked_tests (
  person_id integer primary key references people on delete cascade,
  tests integer not null,
  since timestamptz not null
);

create table family_reachability (
  family_id integer primary key references families,
  -- As it was when somebody last looked.
  state text not null default 'reachable' check (state in ('reachable', 'one-person', 'unproven', 'nobody')),
  look_at timestamptz not null default '-infinity'
);
create index on family_reachability (look_at);

-- E-mails to a family's admins that are still to leave.
create table reachability_warnings (
  family_id integer not null,
  person_id integer not null,
  state text not null check (state in ('unproven', 'nobody')),
  due_at timestamptz not null,
  tries integer not null default 0,
  primary key (family_id, person_id),
  foreign key (family_id, person_id) references memberships on delete cascade
);
create index on reachability_warnings (due_at);

-- A letter to an address that somebody says is theirs. It is until another one is sent, for a day.
create table email_confirmations (
  id integer generated always as identity primary key,
  person_id integer not null references people on delete cascade,
  email text not null,
  sent_at timestamptz not null,
  -- Confirmed, or given up.
  ended_at timestamptz
);
create index on email_confirmations (person_id, sent_at);
create index on email_confirmations (lower(email), sent_at);

-- Whatever changes how people can be reached has their families looked at, and told, in the same transaction.
create function look_at_families(families integer[]) returns void language plpgsql as $$
begin
  -- In one order for everybody, so that no two wait for each other.
  perform from family_reachability where family_id = any (families) order by family_id for no key update;
  update family_reachability set look_at = '-infinity' where family_id = any (families) and look_at > '-infinity';
  perform pg_notify('live', json_build_object('familyId', family, 'events', array['reachability'])::text)
    from unnest(families) as family;
end
$$;

create function families_of(person integer) returns integer[] language sql stable as $$
  select array(select family_id from memberships where person_id = person)
$$;

create function look_at_way() returns trigger language plpgsql as $$
begin
  perform look_at_families(families_of(coalesce(new.person_id, old.person_id)));
  return null;
end
$$;
create trigger look_at_way after insert or update or delete on known_ways
for each row execute function look_at_way();
create trigger look_at_device after insert or delete on push_subscriptions
for each row execute function look_at_way();

create function begin_device_anew() returns trigger language plpgsql as $$
begin
  update known_ways set refused_at = null, refusal = null, unanswered_since = null
  where person_id = new.person_id and channel = 'push';
  return null;
end
$$;
create trigger begin_device_anew after insert or update of person_id on push_subscriptions
for each row execute function begin_device_anew();

create function begin_address_anew() returns trigger language plpgsql as $$
begin
  delete from known_ways where person_id = new.id
    and (channel = 'sms' and new.phone_number is distinct from old.phone_number
      or channel = 'email' and new.email is distinct from old.email);
  perform look_at_families(families_of(new.id));
  return null;
end
$$;
create trigger begin_address_anew after update of phone_number, email on people
for each row execute function begin_address_anew();

create function look_at_membership() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into family_reachability (family_id) values (new.family_id) on conflict do nothing;
    insert into weekly_tests (person_id) select new.person_id where new.role <> 'grandparent' on conflict do nothing;
  end if;
  perform look_at_families(array[coalesce(new.family_id, old.family_id)]);
  return null;
end
$$;
create trigger look_at_membership after insert or update or delete on memberships
for each row execute function look_at_membership();

insert into family_reachability (family_id) select id from families;
insert into weekly_tests (person_id) select distinct person_id from memberships where role <> 'grandparent';
