-- A user acted on something of which Airtable will show the outcome: the base is polled for it. Rows are only inserted and
-- deleted: an upsert per company would make the transactions of its users wait for each other.
create table airtable_awaited_outcomes (
  company_id uuid not null references companies (id) on delete cascade,
  id bigint generated always as identity,
  awaited_since timestamptz not null default clock_timestamp(),
  -- The outcome is any change in the base, for example after a workflow; otherwise it is the new text or the sent message.
  any_change boolean not null default false,
  primary key (company_id, id)
);
call protect_tenant_table('airtable_awaited_outcomes');
call keep_rows_on_erasure('airtable_awaited_outcomes', 'it holds times only');

-- When the base was last polled for an outcome, and for when the next poll is enqueued.
alter table sync_states add column polled_at timestamptz, add column next_poll_at timestamptz;
comment on column sync_states.polled_at is 'not erased';
comment on column sync_states.next_poll_at is 'not erased';

create index messages_send_requested on messages (company_id) where status = 'approved' and send_requested_at is not null;
