-- Two versions of a prompt at the same time: the other version writes for a share of the leads, until one of them clearly
-- gets more replies or a user stops the test.
create table prompt_experiments (
  company_id uuid not null,
  id uuid not null default new_id(),
  prompt_id uuid not null,
  -- The version that was live when the test began, and the one that it is compared with.
  live_version integer not null,
  other_version integer not null check (other_version <> live_version),
  -- In percent of the leads.
  share integer not null check (share between 10 and 90),
  started_by text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- Null: stopped by a user, or still running.
  winner integer,
  primary key (company_id, id),
  foreign key (company_id, prompt_id) references prompts (company_id, id) on delete cascade
);
create unique index prompt_experiments_running on prompt_experiments (company_id, prompt_id) where ended_at is null;
create index prompt_experiments_prompt on prompt_experiments (company_id, prompt_id, started_at desc);
call protect_tenant_table('prompt_experiments');
call keep_rows_on_erasure('prompt_experiments', 'it holds no data about leads');
-- The schedule looks for running tests in all companies.
create policy schedule on prompt_experiments for select to usa_platform using (ended_at is null);
grant select (company_id, ended_at) on prompt_experiments to usa_platform;
