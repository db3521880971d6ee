-- The code that changes how people can be reached publishes it. The triggers only make a check of their families due.
create or replace function look_at_families(families integer[]) returns void language plpgsql as $$
begin
  -- Everybody locks in the same order, so that no two wait for each other.
  perform from family_reachability where family_id = any (families) order by family_id for no key update;
  update family_reachability set check_at = '-infinity' where family_id = any (families) and check_at > '-infinity';
end
$$;
