-- Everything about a request is deleted with it.
do $$
declare
  child text;
begin
  foreach child in array array['help_request_receipts', 'help_promises', 'help_verdicts', 'help_pictures',
    'help_voice_messages', 'help_replies', 'video_calls'] loop
    execute format('alter table %1$I drop constraint %2$I, add constraint %2$I
      foreign key (family_id, help_request_id) references help_requests on delete cascade',
      child, child || '_family_id_help_request_id_fkey');
  end loop;
end
$$;
create index on help_requests (closed_at) where closed_at is not null;

-- Urgent messages are deleted like others.
drop index messages_created_at_idx;
create index on messages (created_at) where state <> 'WAITING';
