-- When somebody else last took this person out of the family. A deletion that is asked for soon afterwards is announced
-- to them too.
alter table participants add column removed_at timestamptz;
