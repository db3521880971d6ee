-- Spreads the families over the machines of a Citus cluster, by their ids. Run it once, on the coordinator, while no server is running
-- and after the schema is complete. It was not run on Citus yet: see docs/operate/scaling.md.

-- Tables with rows of families, after those that they refer to.
create temporary table spread as
with recursive family_tables as (
  select c.oid, 'family_id' as by from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attname = 'family_id' and a.attnotnull
  union all
  select 'families'::regclass, 'id'
), depths as (
  select oid, by, 0 as depth from family_tables
  union
  select t.oid, t.by, d.depth + 1 from depths d
  join pg_constraint f on f.contype = 'f' and f.confrelid = d.oid and f.conrelid <> d.oid
  join family_tables t on t.oid = f.conrelid
)
select oid::regclass as name, by, max(depth) as depth from depths group by oid, by;

-- Tables of people and of the server that these refer to. Every machine has all of their rows.
create temporary table everywhere as
with recursive referred as (
  select f.confrelid as oid from pg_constraint f
  where f.contype = 'f' and f.conrelid in (select name from spread) and f.confrelid not in (select name from spread)
  union
  select f.confrelid from pg_constraint f join referred r on r.oid = f.conrelid
  where f.contype = 'f' and f.confrelid not in (select name from spread)
)
select oid::regclass as name from referred;

-- What only one machine could keep: references from other tables to rows of families, and keys that hold across families.
do $$
declare
  found record;
begin
  for found in
    select f.conrelid::regclass as owner, f.conname as name from pg_constraint f
    where f.contype = 'f' and f.confrelid in (select name from spread) and f.conrelid not in (select name from spread)
    union all
    select u.conrelid::regclass, u.conname from pg_constraint u
    join spread s on s.name = u.conrelid
    join pg_attribute a on a.attrelid = u.conrelid and a.attname = s.by
    where u.contype = 'u' and not a.attnum = any (u.conkey)
  loop
    execute format('alter table %s drop constraint %I cascade', found.owner, found.name);
  end loop;
  for found in
    select i.indexrelid::regclass as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
    join spread s on s.name = i.indrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attname = s.by
    where i.indisunique and not i.indisprimary and not a.attnum = any (i.indkey::smallint[])
  loop
    execute format('drop index %s', found.name);
    execute replace(found.definition, 'CREATE UNIQUE INDEX', 'CREATE INDEX');
  end loop;
end
$$;

select create_reference_table(name::text) from everywhere;
select create_distributed_table(name::text, by, colocate_with => case when depth = 0 then 'default' else 'families' end)
from (select * from spread order by depth, name::text) as in_order;
