create table invitations (
  family_id integer not null references families,
  id integer generated always as identity,
  name text not null,
  email text not null,
  phone_number text,
  role text not null check (role in ('admin', 'child', 'grandparent')),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined')),
  code_hash bytea not null unique,
  sealed_code bytea not null,
  invited_by integer not null,
  accepted_by integer,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (family_id, id),
  foreign key (family_id, invited_by) references memberships (family_id, person_id),
  -- Deferred: the invitation is taken before the membership is made, in one transaction.
  foreign key (family_id, accepted_by) references memberships (family_id, person_id)
    deferrable initially deferred,
  check ((status = 'accepted') = (accepted_by is not null))
);
