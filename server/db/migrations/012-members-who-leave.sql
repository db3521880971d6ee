-- Everybody who ever was of a family, with the role they had last. What happened points here, so that memberships holds
-- those who are in it now, and nobody else.
create table participants (
  family_id integer not null references families,
  person_id integer not null references people,
  role text not null check (role in ('admin', 'child', 'grandparent')),
  primary key (family_id, person_id)
);

insert into participants (family_id, person_id, role) select family_id, person_id, role from memberships;

create function remember_participant() returns trigger language plpgsql as $$
begin
  insert into participants (family_id, person_id, role) values (new.family_id, new.person_id, new.role)
  on conflict (family_id, person_id) do update set role = new.role;
  return new;
end
$$;

create trigger remember_participant
before insert or update of role on memberships
for each row execute function remember_participant();

alter table memberships
  add foreign key (family_id, person_id) references participants (family_id, person_id);

alter table help_requests
  drop constraint help_requests_family_id_asked_by_fkey,
  drop constraint help_requests_family_id_helper_id_fkey,
  add foreign key (family_id, asked_by) references participants (family_id, person_id),
  add foreign key (family_id, helper_id) references participants (family_id, person_id);

alter table help_request_receipts
  drop constraint help_request_receipts_family_id_person_id_fkey,
  add foreign key (family_id, person_id) references participants (family_id, person_id);

alter table invitations
  drop constraint invitations_family_id_invited_by_fkey,
  drop constraint invitations_family_id_accepted_by_fkey,
  add foreign key (family_id, invited_by) references participants (family_id, person_id),
  -- Deferred: the invitation is taken before the membership is made, in one transaction.
  add foreign key (family_id, accepted_by) references participants (family_id, person_id)
    deferrable initially deferred;

-- Whoever said "I'll help" and has left: the request is open again. From there it goes on as always.
insert into help_request_transitions (from_state, to_state) values ('ACKNOWLEDGED', 'ACCEPTED');
