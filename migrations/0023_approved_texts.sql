-- An approval counts for exactly the text that was read.
alter table queue_items
  -- SHA-256 of the approved text. Null for a part that was queued in Airtable.
  add column approved_hash bytea,
  -- The content_version of the message that was approved.
  add column approved_version integer,
  add column approved_by text,
  add column approved_at timestamptz;
comment on column queue_items.approved_hash is 'erased to null';
comment on column queue_items.approved_version is 'not erased';
comment on column queue_items.approved_by is 'not erased';
comment on column queue_items.approved_at is 'not erased';

-- The approved content_version of a message that returned to review, because its text was changed after the approval.
alter table messages add column void_approval_version integer;
comment on column messages.void_approval_version is 'not erased';
