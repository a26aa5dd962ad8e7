-- What happened to the queued parts when a company's delivery channel was switched.
create table channel_switches (
  company_id uuid not null references companies (id) on delete cascade,
  finished_at timestamptz not null default clock_timestamp(),
  channel text not null check (channel in ('airtable', 'webhook', 'linkedin')),
  moved integer not null,
  -- Those that stay with the channel under which they were queued: a number per reason.
  stays jsonb not null,
  primary key (company_id, finished_at)
);
call protect_tenant_table('channel_switches');
call keep_rows_on_erasure('channel_switches', 'it holds numbers');
