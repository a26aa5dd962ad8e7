-- Who marked a meeting as private: they, its owner and company admins see it.
alter table meetings add column private_by uuid references users (id) on delete set null;

-- Things to do, mostly action items of meetings, with a date and an owner.
create table tasks (
  company_id uuid not null references companies (id) on delete cascade,
  id uuid not null default new_id(),
  text text not null,
  due_on date,
  -- The colleague who does it; null for nobody yet.
  owner_id uuid references users (id) on delete set null,
  meeting_id uuid,
  lead_id uuid,
  created_by text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  done_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, meeting_id) references meetings (company_id, id) on delete cascade,
  foreign key (company_id, lead_id) references leads (company_id, id) on delete cascade
);
create index tasks_open on tasks (company_id, owner_id, due_on) where done_at is null;
create index tasks_meeting on tasks (company_id, meeting_id) where meeting_id is not null;
create index tasks_lead on tasks (company_id, lead_id) where lead_id is not null;
call protect_tenant_table('tasks');
call delete_rows_on_erasure('tasks', 'lead_id = any (person.leads) or meeting_id = any (person.meetings)
  or contains_any(text, person.identifiers)');
