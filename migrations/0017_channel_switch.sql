-- Set when the delivery channel of a company changes, and cleared when its queued parts have been moved.
alter table companies add column channel_switched_at timestamptz;
comment on column companies.channel_switched_at is 'not erased';
grant select (channel_switched_at) on companies to usa_tenant;

create function note_channel_switch() returns trigger language plpgsql as $$
begin
  -- In milliseconds: JavaScript has no smaller unit, and the job clears exactly this value.
  new.channel_switched_at := date_trunc('milliseconds', clock_timestamp());
  return new;
end
$$;
create trigger note_channel_switch before update on companies for each row
  when (old.delivery_channel is distinct from new.delivery_channel) execute function note_channel_switch();

-- The scheduler finds parts without a lead, which are withdrawn.
create index queue_items_without_lead on queue_items (company_id) where status = 'QUEUED' and lead_id is null;
grant select (lead_id, created_at) on queue_items to usa_platform;
