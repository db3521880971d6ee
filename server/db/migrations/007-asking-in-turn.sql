-- One sender's requests come one after the other, so that the limit of an hour is exact. A function, because a
-- statement counts what was there when it began, and a function what is there when its turn has come.
create function count_requests_in_turn(family integer, sender integer, since timestamptz) returns integer
language plpgsql as $$
begin
  perform from memberships where family_id = family and person_id = sender for no key update;
  return (
    select count(*) from help_requests
    where family_id = family and asked_by = sender and asked_at > since
  );
end
$$;
