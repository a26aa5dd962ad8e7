-- Since when the base answers slowly: its turns run in a lane of their own, so that other companies do not wait for it.
alter table sync_states add column slow_since timestamptz;
comment on column sync_states.slow_since is 'not erased';

-- After a 429 the spacing is multiplied by this; it returns to 1 step by step.
alter table airtable_rate_limits add column slowdown real not null default 1 check (slowdown >= 1),
  add column slowdown_changed_at timestamptz;
comment on column airtable_rate_limits.slowdown is 'not erased';
comment on column airtable_rate_limits.slowdown_changed_at is 'not erased';

-- Pages that are slow become smaller, and larger again later; those that were too large for us never exceed this.
alter table sync_tables add column max_page_size smallint not null default 100;
comment on column sync_tables.max_page_size is 'not erased';
