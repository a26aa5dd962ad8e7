-- The status of a queue row in Airtable when it is not one of ours: its text, or '' when the cell is empty. Such a row is
-- not sent, and shows that status.
alter table queue_items add column remote_status text;
comment on column queue_items.remote_status is 'erased to null';
grant select (remote_status) on queue_items to usa_platform;
