-- The last code of a browser was looked for among all codes of the last minutes.
create index on verifications (browser_hash, sent_at);
