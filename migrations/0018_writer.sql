-- The built-in writer: texts that a language model drafts.

-- airtable: the company's own automation writes. builtin: we do, with the company's language model.
alter table companies
  add column writer text not null default 'airtable' check (writer in ('airtable', 'builtin')),
  -- How the server answers in JSON. Null: not found out yet for this address and model.
  add column ai_structured_output text check (ai_structured_output in ('schema', 'json_object', 'text')),
  -- The number of drafts a day that are written without a request.
  add column ai_daily_drafts integer not null default 0 check (ai_daily_drafts between 0 and 500),
  add column ai_daily_tokens integer not null default 300000 check (ai_daily_tokens between 1000 and 50000000),
  -- Who agreed that data goes to the provider of the model, and when.
  add column ai_confirmed_by text,
  add column ai_confirmed_at timestamptz;
comment on column companies.writer is 'not erased';
comment on column companies.ai_structured_output is 'not erased';
comment on column companies.ai_daily_drafts is 'not erased';
comment on column companies.ai_daily_tokens is 'not erased';
comment on column companies.ai_confirmed_by is 'not erased';
comment on column companies.ai_confirmed_at is 'not erased';
grant select (writer, ai_daily_drafts, ai_daily_tokens) on companies to usa_tenant;

create function forget_structured_output() returns trigger language plpgsql as $$
begin
  new.ai_structured_output := null;
  return new;
end
$$;
create trigger forget_structured_output before update on companies for each row
  when ((old.ai_base_url, old.ai_model) is distinct from (new.ai_base_url, new.ai_model)
    and old.ai_structured_output is not distinct from new.ai_structured_output)
  execute function forget_structured_output();

-- What a prompt is for. Guessed once from its name; users can change it.
alter table prompts add column purpose text
  check (purpose in ('icebreaker', 'followup', 'information', 'linkedin', 'reply', 'other'));
comment on column prompts.purpose is 'not erased';
create function guess_prompt_purpose(prompt_name text) returns text
  language sql immutable parallel safe
  return case when strpos(lower(prompt_name), 'icebreaker') > 0 then 'icebreaker'
    when strpos(lower(prompt_name), 'follow-up') > 0 then 'followup'
    when strpos(lower(prompt_name), 'informatie') > 0 then 'information'
    when strpos(lower(prompt_name), 'linkedin') > 0 then 'linkedin'
    when lower(prompt_name) ~ 'antwoord|reactie' then 'reply' else 'other' end;
-- Row-level security is forced on the owner too, so the existing rows are changed without it.
alter table prompts no force row level security;
update prompts set purpose = guess_prompt_purpose(prompt_name);
alter table prompts force row level security;
create function set_prompt_purpose() returns trigger language plpgsql as $$
begin
  new.purpose := coalesce(new.purpose, guess_prompt_purpose(new.prompt_name));
  return new;
end
$$;
create trigger set_prompt_purpose before insert or update of purpose on prompts
  for each row execute function set_prompt_purpose();

alter table message_versions drop constraint message_versions_source_check;
alter table message_versions add constraint message_versions_source_check
  check (source in ('original', 'edit', 'approval', 'rewrite', 'airtable', 'writer'));

-- A text that was requested from the writer. One open request per message, and one per lead and type for new drafts.
create table writing_requests (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  kind text not null check (kind in ('draft', 'rewrite', 'rerun')),
  message_type text not null check (message_type in ('icebreaker', 'followup')),
  lead_id uuid not null,
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
  primary key (company_id, id),
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade,
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
create index writing_requests_open on writing_requests (company_id, run_after, id) where status in ('queued', 'running');
create index writing_requests_recent on writing_requests (company_id, requested_at desc);
create index writing_requests_lead on writing_requests (company_id, lead_id);
create unique index writing_requests_message on writing_requests (company_id, message_id)
  where status in ('queued', 'running');
create unique index writing_requests_draft on writing_requests (company_id, lead_id, message_type)
  where kind = 'draft' and status in ('queued', 'running');
call protect_tenant_table('writing_requests');
call delete_rows_on_erasure('writing_requests', 'lead_id = any (person.leads)');
-- The scheduler looks for work in all companies; it cannot read whom it is about.
create policy schedule on writing_requests for select to usa_platform using (status in ('queued', 'running'));
grant select (company_id, status, run_after, claimed_at) on writing_requests to usa_platform;

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
  -- [{ n, text, source }], [{ section, text, facts }], [{ code, text }]
  facts jsonb not null,
  claims jsonb not null,
  warnings jsonb not null,
  prompt_tokens integer not null,
  completion_tokens integer not null,
  took_ms integer not null,
  made_at timestamptz not null,
  primary key (company_id, message_id, content_version),
  foreign key (company_id, message_id) references messages (company_id, id) on delete cascade
);
create index message_drafts_prompt on message_drafts (company_id, prompt_id, prompt_version);
call protect_tenant_table('message_drafts');
call delete_rows_on_erasure('message_drafts', 'message_id = any (person.messages)');

-- A fact that a user struck is not used for this lead again. The key is the fact's text in a normalised form.
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
  model text not null,
  prompt_tokens integer not null,
  completion_tokens integer not null,
  -- In millionths of a euro by the price table of the code; null for a model without a known price.
  cost_micros bigint,
  primary key (company_id, id)
);
create index model_calls_day on model_calls (company_id, at);
call protect_tenant_table('model_calls');
call keep_rows_on_erasure('model_calls', 'it holds figures only');
