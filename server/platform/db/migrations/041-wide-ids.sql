-- The ids of families' rows no longer fit into an integer: each cell counts in a range of its own, because a family keeps
-- its ids when it moves to another cell (cell-numbers.ts). Whatever holds such an id is wide as well.
alter table manual_events alter column id type bigint, alter column series_id type bigint;
alter table manual_event_occurrences alter column manual_event_id type bigint;
alter table manual_event_exceptions alter column manual_event_id type bigint;
alter table manual_event_people alter column manual_event_id type bigint;

alter table subscribed_calendars alter column id type bigint;
alter table subscribed_events alter column calendar_id type bigint;
alter table google_events alter column calendar_id type bigint;

alter table local_events alter column id type bigint;
alter table invitations alter column id type bigint;

-- A changed phrase takes the place of its earlier id. Phrases of the library and of families are found by one number.
alter table family_phrases alter column id type bigint, alter column position type bigint;
alter table help_phrases alter column id type bigint;
alter table help_requests alter column phrase_id type bigint;

alter table things alter column id type bigint;
alter table thing_pictures alter column thing_id type bigint;
alter table guides alter column id type bigint, alter column phrase_id type bigint, alter column thing_id type bigint;
alter table guide_steps alter column guide_id type bigint;
alter table help_replies alter column guide_id type bigint;

-- Porchlight's own puzzles, which are not in the database, keep the ids from 2,000,000,000 to 2,999,999,999.
alter table puzzles drop constraint puzzles_id_check;
alter table puzzles alter column id type bigint, add check (id not between 2000000000 and 2999999999);
alter table puzzle_answers alter column puzzle_id type bigint;
