create table invitations (
  family_id integer not null references families,
  id integer generated always as identity,
  name text not null,
  email text,
  phone_number text,
  role text not null check (role in ('admin', 'child', 'grandparent')),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined')),
  code_hash bytea not null unique,
  -- The code is encrypted with the server's key, so that its link can be shown again.
  sealed_code bytea not null,
  invited_by integer not null,
  accepted_by integer,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When it was last sent over each channel, null where it was not.
  emailed_at timestamptz,
  texted_at timestamptz,
  -- When the invited person last asked for a renewal.
  renewal_asked_at timestamptz,
  primary key (family_id, id),
  foreign key (family_id, invited_by) references participants,
  -- Deferred, because the invitation is accepted before the membership is made, in one transaction.
  foreign key (family_id, accepted_by) references participants deferrable initially deferred,
  constraint invitations_accepted_by_check check ((status = 'accepted') = (accepted_by is not null))
);
