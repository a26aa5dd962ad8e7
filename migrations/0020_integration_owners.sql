-- Who made an API key: the list says so when that person has left. A key belongs to the company and keeps working.
alter table api_keys add column created_by_id uuid;
comment on column api_keys.created_by_id is 'not erased';

-- When the company's admins were told that deliveries to a webhook fail; null after a delivery that succeeded.
alter table webhooks add column failure_mailed_at timestamptz;
comment on column webhooks.failure_mailed_at is 'not erased';
