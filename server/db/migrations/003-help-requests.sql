create table help_categories (
  id integer primary key,
  name text not null unique,
  icon text not null
);

create table help_phrases (
  id integer primary key,
  category_id integer not null references help_categories,
  phrase text not null
);
create index on help_phrases (category_id, id);

-- The one transition table: what is not in it cannot happen.
create table help_request_transitions (
  from_state text not null,
  to_state text not null,
  primary key (from_state, to_state)
);

insert into help_request_transitions (from_state, to_state)
select from_state, to_state
from (values
  ('ACCEPTED', array['HANDED_OVER', 'REACHED', 'SEEN', 'ESCALATED', 'UNREACHABLE', 'ACKNOWLEDGED', 'RESOLVED', 'CANCELLED']),
  ('HANDED_OVER', array['REACHED', 'SEEN', 'ESCALATED', 'UNREACHABLE', 'ACKNOWLEDGED', 'RESOLVED', 'CANCELLED']),
  ('REACHED', array['SEEN', 'ESCALATED', 'UNREACHABLE', 'ACKNOWLEDGED', 'RESOLVED', 'CANCELLED']),
  ('SEEN', array['ESCALATED', 'UNREACHABLE', 'ACKNOWLEDGED', 'RESOLVED', 'CANCELLED']),
  ('ESCALATED', array['REACHED', 'SEEN', 'UNREACHABLE', 'ACKNOWLEDGED', 'RESOLVED', 'CANCELLED']),
  ('UNREACHABLE', array['HANDED_OVER', 'REACHED', 'SEEN', 'ESCALATED', 'ACKNOWLEDGED', 'RESOLVED', 'CANCELLED']),
  ('ACKNOWLEDGED', array['RESOLVED'])
) as allowed (from_state, to_states), unnest(to_states) as to_state;

create table help_requests (
  family_id integer not null references families,
  id integer generated always as identity,
  asked_by integer not null,
  idempotency_key text not null,
  phrase text not null,
  phrase_id integer,
  category_id integer references help_categories,
  state text not null check (state in ('ACCEPTED', 'HANDED_OVER', 'REACHED', 'SEEN', 'ESCALATED',
    'UNREACHABLE', 'ACKNOWLEDGED', 'RESOLVED', 'CANCELLED')),
  helper_id integer,
  asked_at timestamptz not null,
  closed_at timestamptz,
  primary key (family_id, id),
  unique (family_id, asked_by, idempotency_key),
  foreign key (family_id, asked_by) references memberships (family_id, person_id),
  foreign key (family_id, helper_id) references memberships (family_id, person_id),
  check ((state in ('RESOLVED', 'CANCELLED')) = (closed_at is not null)),
  check (state <> 'ACKNOWLEDGED' or helper_id is not null)
);
-- Open ones never close: "open, or closed a while ago" is one range, however long the family's history is.
create index on help_requests (family_id, coalesce(closed_at, 'infinity'));

create function refuse_unknown_transition() returns trigger language plpgsql as $$
begin
  if not exists (
    select from help_request_transitions where from_state = old.state and to_state = new.state
  ) then
    raise exception 'a help request cannot go from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end
$$;

create trigger help_request_transition
before update of state on help_requests
for each row when (old.state is distinct from new.state)
execute function refuse_unknown_transition();

create table help_request_receipts (
  family_id integer not null,
  id integer generated always as identity,
  help_request_id integer not null,
  state text not null,
  person_id integer,
  at timestamptz not null,
  primary key (family_id, id),
  unique nulls not distinct (family_id, help_request_id, state, person_id),
  foreign key (family_id, help_request_id) references help_requests (family_id, id),
  foreign key (family_id, person_id) references memberships (family_id, person_id)
);
