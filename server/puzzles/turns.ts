/**
 * SQL for the day in the time zone of family $1 at time $2, and for the day on which each of its active puzzles comes
 * next. The number of the day, counted from 1970, chooses among them.
 */
export const withTurns = `with today as (
    select has_puzzle_library, ($2::timestamptz at time zone time_zone)::date as day from families where id = $1
  ), places as (
    select id, row_number() over (order by id) - 1 - (day - date '1970-01-01') as distance, count(*) over () as total
    from puzzles, today where family_id = $1 and is_active
  ), turns as (
    select id, day + mod(mod(distance, total) + total, total)::integer as next_on from places, today
  )`;
