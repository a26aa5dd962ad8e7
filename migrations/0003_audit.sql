-- What was done, by whom, with what before and after. Append-only: nobody is granted a change or a removal.
-- Platform events belong to no company; they carry the company that exists nowhere.
create table audit_log (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  at timestamptz not null,
  actor_id uuid,
  actor_name text not null,
  action text not null,
  subject_type text not null,
  subject_id text,
  before jsonb,
  after jsonb,
  address text,
  primary key (company_id, id)
);
create index audit_log_recent on audit_log (company_id, at desc, id desc);

alter table audit_log enable row level security;
alter table audit_log force row level security;
create policy tenant on audit_log to usa_tenant
  using (company_id = (select current_company())) with check (company_id = (select current_company()));
create policy platform on audit_log to usa_platform using (true) with check (true);
grant select, insert on audit_log to usa_tenant, usa_platform;
