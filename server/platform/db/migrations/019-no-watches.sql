-- Google is no longer asked to report changes: each calendar of an account is fetched every four minutes.
drop table google_watches;

-- A calendar whose changes were reported may not be due for an hour.
update subscribed_calendars set due_at = 'epoch' where purpose = 'google';
