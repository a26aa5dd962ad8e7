-- Further tasks of the writer: the rating of a lead and the summary of a meeting. Their results are proposals: a user
-- accepts or rejects them.
alter table writing_requests drop constraint writing_requests_kind_check;
alter table writing_requests
  alter column message_type drop not null,
  alter column lead_id drop not null,
  add column meeting_id uuid,
  add constraint writing_requests_kind_check check (kind in ('draft', 'rewrite', 'rerun', 'rating', 'summary')),
  add constraint writing_requests_subject_check check (case kind when 'summary' then meeting_id is not null
    when 'rating' then lead_id is not null else lead_id is not null and message_type is not null end),
  add foreign key (company_id, meeting_id) references meetings (company_id, id) on delete cascade;
create index writing_requests_meeting on writing_requests (company_id, meeting_id) where meeting_id is not null;
create unique index writing_requests_rating on writing_requests (company_id, lead_id)
  where kind = 'rating' and status in ('queued', 'running');
create unique index writing_requests_summary on writing_requests (company_id, meeting_id)
  where kind = 'summary' and status in ('queued', 'running');

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

-- What a user accepted stays where Airtable has no value: the sync would replace it by nothing.
alter table leads add column rating_accepted boolean not null default false;
comment on column leads.rating_accepted is 'erased to false';
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

alter table meetings add column summary_accepted boolean not null default false;
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
