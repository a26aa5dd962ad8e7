-- A user chose DO NOT SEND while Airtable, whose automation sends the row, was unreachable. The row is cancelled as soon as the
-- sync reaches the base.
alter table queue_items add column cancel_requested_at timestamptz;
comment on column queue_items.cancel_requested_at is 'not erased';
create index queue_items_cancel_requested on queue_items (company_id) where cancel_requested_at is not null and status = 'QUEUED';
grant select (cancel_requested_at) on queue_items to usa_platform;
