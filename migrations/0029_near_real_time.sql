-- Pausing: no request is sent to Airtable until somebody resumes the sync.
alter table sync_states add column paused_at timestamptz, add column paused_by text, add column pause_reason text,
  -- Somebody of the company has a screen open until then: the change feed is polled often.
  add column watched_until timestamptz,
  -- The change feed has to be read: Airtable sent a notification, or the next poll is due.
  add column feed_check_requested boolean not null default false,
  add column feed_checked_at timestamptz,
  -- Where Airtable sends notifications of changes, and the secret that authenticates them. Without a secret the feed is polled.
  add column feed_url text,
  add column feed_secret_encrypted text,
  -- Requests in a calendar month; when they are used up, only users cause requests.
  add column monthly_budget integer not null default 100000 check (monthly_budget > 0),
  -- The last nightly comparison of all records, and how many differences it repaired.
  add column compared_at timestamptz,
  add column comparison_repairs integer not null default 0;
do $$
declare
  name text;
begin
  foreach name in array array['paused_at', 'paused_by', 'pause_reason', 'watched_until', 'feed_check_requested', 'feed_checked_at',
    'feed_url', 'feed_secret_encrypted', 'monthly_budget', 'compared_at', 'comparison_repairs']
  loop
    execute format('comment on column sync_states.%I is %L', name, 'not erased');
  end loop;
end
$$;

-- A run that reads all records, to repair what the change feed has missed.
alter table sync_runs add column is_comparison boolean not null default false, add column repairs integer not null default 0;
comment on column sync_runs.is_comparison is 'not erased';
comment on column sync_runs.repairs is 'not erased';
