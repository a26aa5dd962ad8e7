-- What a user did in the last seconds, and what an undo restores. No texts: a replaced text is in message_versions.
create table undoable_actions (
  company_id uuid not null references companies (id) on delete cascade,
  -- Random, because who knows it may undo the action.
  token uuid not null default gen_random_uuid(),
  -- The rows that the action changed.
  subject_ids uuid[] not null,
  -- As undoableChanges in src/server/features/undo/undo.service.ts.
  changes jsonb not null,
  until timestamptz not null,
  undone_at timestamptz,
  primary key (company_id, token)
);
create index undoable_actions_until on undoable_actions (until);
call protect_tenant_table('undoable_actions');
call delete_rows_on_erasure('undoable_actions',
  'subject_ids && (person.leads || person.messages || person.queue_items || person.meetings)');
-- A job deletes the rows of all companies a day later; until then a late undo gets its reason. It cannot read the changes.
create policy purge on undoable_actions for delete to usa_platform using (until < now() - interval '1 day');
create policy find_purgeable on undoable_actions for select to usa_platform using (until < now() - interval '1 day');
grant select (company_id, until), delete on undoable_actions to usa_platform;
