-- The built-in writer: texts that a language model drafts.

-- What was requested from the writer: a text, the rating of a lead or the summary of a meeting. One open request per message,
-- per lead and type for new drafts, per lead for ratings, and per meeting for summaries.
create table writing_requests (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  kind text not null check (kind in ('draft', 'rewrite', 'rerun', 'rating', 'summary')),
  message_type text check (message_type in ('icebreaker', 'followup')),
  lead_id uuid,
  meeting_id uuid,
  -- The message that is rewritten, or the one that a draft became.
  message_id uuid,
  -- The content_version that the new text may replace.
  base_version integer,
  -- Requested by the schedule, not by a user.
  is_automatic boolean not null default false,
  requested_by text not null,
  requested_at timestamptz not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'stopped')),
  attempts integer not null default 0,
  run_after timestamptz not null,
  claim_id uuid,
  claimed_at timestamptz,
  finished_at timestamptz,
  -- Why it failed or waits, as shown to users.
  problem text,
  -- It failed because of its lead, meeting or prompt, not because of the writer or its model.
  is_subject_problem boolean not null default false,
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade,
  foreign key (company_id, meeting_id) references meetings (company_id, id) on delete cascade,
  constraint writing_requests_subject_check check (case kind when 'summary' then meeting_id is not null
    when 'rating' then lead_id is not null else lead_id is not null and message_type is not null end)
);
create index writing_requests_open on writing_requests (company_id, run_after, id) where status in ('queued', 'running');
create index writing_requests_recent on writing_requests (company_id, requested_at desc);
create index writing_requests_finished on writing_requests (company_id, finished_at desc) where finished_at is not null;
create index writing_requests_lead on writing_requests (company_id, lead_id);
create unique index writing_requests_message on writing_requests (company_id, message_id)
  where status in ('queued', 'running');
create unique index writing_requests_draft on writing_requests (company_id, lead_id, message_type)
  where kind = 'draft' and status in ('queued', 'running');
create index writing_requests_meeting on writing_requests (company_id, meeting_id) where meeting_id is not null;
create unique index writing_requests_rating on writing_requests (company_id, lead_id)
  where kind = 'rating' and status in ('queued', 'running');
create unique index writing_requests_summary on writing_requests (company_id, meeting_id)
  where kind = 'summary' and status in ('queued', 'running');
call protect_tenant_table('writing_requests');
call delete_rows_on_erasure('writing_requests', 'lead_id = any (person.leads)');
-- The scheduler looks for work in all companies; it cannot read whom it is about.
create policy schedule on writing_requests for select to usa_platform using (status in ('queued', 'running'));
grant select (company_id, status, run_after, claimed_at) on writing_requests to usa_platform;

-- Automatic drafts start when the first sync of a company ends, not at the next minute of the schedule.
create function announce_first_sync() returns trigger language plpgsql as $$
begin
  perform pg_notify('first_sync_ended', '{}');
  return null;
end
$$;
create trigger announce_first_sync after update of first_sync_ended_at on sync_states for each row
  when (old.first_sync_ended_at is null and new.first_sync_ended_at is not null) execute function announce_first_sync();

-- Where a text came from. A text without a row here was not written by the writer.
create table message_drafts (
  company_id uuid not null,
  message_id uuid not null,
  content_version integer not null,
  -- Null: the standard prompt of the product.
  prompt_id uuid,
  prompt_version integer,
  rules_version text not null,
  model text not null,
  -- What was known about the lead: [{ n, text, source }].
  facts jsonb not null,
  -- The sentences of the text with the numbers of the facts they use: [{ section, text, facts }].
  claims jsonb not null,
  -- The rules that the text breaks: [{ code, text }].
  warnings jsonb not null,
  -- Of all calls for the request, also those of the repair and of attempts that failed.
  prompt_tokens integer not null,
  completion_tokens integer not null,
  -- As in model_calls.
  cost_micros bigint,
  took_ms integer not null,
  made_at timestamptz not null,
  primary key (company_id, message_id, content_version),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
create index message_drafts_prompt on message_drafts (company_id, prompt_id, prompt_version);
call protect_tenant_table('message_drafts');
call delete_rows_on_erasure('message_drafts', 'message_id = any (person.messages)');

-- A fact that a user crossed out is not used for this lead again. The key is the fact's text in a normalised form.
create table struck_facts (
  company_id uuid not null,
  lead_id uuid not null,
  fact_key text not null,
  struck_by text not null,
  struck_at timestamptz not null,
  primary key (company_id, lead_id, fact_key),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
call protect_tenant_table('struck_facts');
call delete_rows_on_erasure('struck_facts', 'lead_id = any (person.leads)');

-- Figures of every call of a model, for the daily budget. No prompt and no answer is stored.
create table model_calls (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  at timestamptz not null,
  -- The row of writing_requests; null for a trial, a test or a proposed answer. Not a foreign key: the figures of the day stay
  -- when the request is deleted together with its lead.
  request_id uuid,
  model text not null,
  prompt_tokens integer not null,
  completion_tokens integer not null,
  -- In millionths of a euro by the price table of the code; null for a model without a known price.
  cost_micros bigint,
  primary key (company_id, id)
);
create index model_calls_day on model_calls (company_id, at);
create index model_calls_request on model_calls (company_id, request_id) where request_id is not null;
call protect_tenant_table('model_calls');
call keep_rows_on_erasure('model_calls', 'it holds figures, and the id of a request that is deleted');

-- Ratings and summaries that the writer proposes: a user accepts or rejects them.
create table lead_ratings (
  company_id uuid not null,
  lead_id uuid not null,
  rating smallint not null check (rating between 0 and 10),
  motivation text not null,
  report text not null,
  facts jsonb not null,
  warnings jsonb not null,
  -- Null: the standard prompt of the product.
  prompt_id uuid,
  prompt_version integer,
  rules_version text not null,
  model text not null,
  prompt_tokens integer not null,
  completion_tokens integer not null,
  took_ms integer not null,
  made_at timestamptz not null,
  -- Null: nobody has decided yet.
  decision text check (decision in ('accepted', 'rejected')),
  decided_by text,
  decided_at timestamptz,
  primary key (company_id, lead_id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
call protect_tenant_table('lead_ratings');
call delete_rows_on_erasure('lead_ratings', 'lead_id = any (person.leads)');

create table meeting_summaries (
  company_id uuid not null,
  meeting_id uuid not null,
  -- Deleted once it has been summarised.
  transcript text,
  summary text,
  action_items text,
  sales_opportunities text,
  follow_up_interests text,
  warnings jsonb not null default '[]',
  rules_version text,
  model text,
  prompt_tokens integer,
  completion_tokens integer,
  took_ms integer,
  made_at timestamptz,
  decision text check (decision in ('accepted', 'rejected')),
  decided_by text,
  decided_at timestamptz,
  primary key (company_id, meeting_id),
  foreign key (company_id, meeting_id) references meetings (company_id, id) on delete cascade
);
call protect_tenant_table('meeting_summaries');
call delete_rows_on_erasure('meeting_summaries', 'meeting_id = any (person.meetings)');

-- An accepted rating or summary is kept while Airtable has no value; without this the sync would overwrite it with null
-- (decision 0024).
create function keep_accepted_rating() returns trigger language plpgsql as $$
begin
  new.lead_rating := coalesce(new.lead_rating, old.lead_rating);
  new.rated_at := coalesce(new.rated_at, old.rated_at);
  new.motivation := coalesce(new.motivation, old.motivation);
  new.html_report := coalesce(new.html_report, old.html_report);
  return new;
end
$$;
create trigger keep_accepted_rating before update on leads for each row
  when (old.rating_accepted and new.rating_accepted) execute function keep_accepted_rating();

create function keep_accepted_summary() returns trigger language plpgsql as $$
begin
  new.summary := coalesce(new.summary, old.summary);
  new.action_items := coalesce(new.action_items, old.action_items);
  new.sales_opportunities := coalesce(new.sales_opportunities, old.sales_opportunities);
  new.follow_up_interests := coalesce(new.follow_up_interests, old.follow_up_interests);
  return new;
end
$$;
create trigger keep_accepted_summary before update on meetings for each row
  when (old.summary_accepted and new.summary_accepted) execute function keep_accepted_summary();

create function prompt_text_hash(prompt text) returns text language sql immutable parallel safe as $$
  select encode(sha256(convert_to(btrim(prompt, E' \t\r\n'), 'UTF8')), 'hex')
$$;
-- Per prompt text and fixed test lead: whether the draft broke no rule. The key has the hash of the text, because a prompt is
-- tested before it is saved. A result counts only for the model and the rules that it was made with.
create table prompt_tests (
  company_id uuid not null references companies (id) on delete cascade,
  text_hash text not null,
  message_type text not null check (message_type in ('icebreaker', 'followup')),
  test_lead integer not null,
  model text not null,
  rules_version text not null,
  has_passed boolean not null,
  tested_at timestamptz not null,
  primary key (company_id, text_hash, message_type, test_lead)
);
call protect_tenant_table('prompt_tests');
call keep_rows_on_erasure('prompt_tests', 'the leads of the test set do not exist');

-- Two versions of a prompt at the same time: the other version writes for a share of the leads, until one of them clearly
-- gets more replies or a user stops the test.
create table prompt_experiments (
  company_id uuid not null,
  id uuid not null default new_id(),
  prompt_id uuid not null,
  -- The version that was live when the test began, and the one that it is compared with.
  live_version integer not null,
  other_version integer not null check (other_version <> live_version),
  -- For how many percent of the leads the other version writes.
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
-- The scheduler looks for running tests in all companies.
create policy schedule on prompt_experiments for select to usa_platform using (ended_at is null);
grant select (company_id, ended_at) on prompt_experiments to usa_platform;
