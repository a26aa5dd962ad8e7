-- Since when Airtable could not be read before sending: the due messages of the company wait for it.
alter table sync_states add column sending_waits_since timestamptz;
comment on column sync_states.sending_waits_since is 'not erased';
