-- A request for a new text always ends: with a new text, with the same one, or without a response after ten minutes.
alter table messages
  -- When the text that has not arrived yet was requested, by the database's clock.
  add column text_requested_at timestamptz,
  -- How the latest request ended without a new text.
  add column text_request_problem text check (text_request_problem in ('same_text', 'no_response'));
comment on column messages.text_requested_at is 'not erased';
comment on column messages.text_request_problem is 'not erased';
alter table messages no force row level security;
update messages set text_requested_at = now() where regenerating;
alter table messages force row level security;

-- In one place for all who request or replace a text: users, the sync and the writer.
create function track_text_request() returns trigger language plpgsql as $$
begin
  if new.regenerating and (not old.regenerating or new.feedback is distinct from old.feedback
    or new.rerun_requested_at is distinct from old.rerun_requested_at) then
    new.text_requested_at := clock_timestamp();
    new.text_request_problem := null;
  elsif not new.regenerating then
    new.text_requested_at := null;
  end if;
  if new.content_version <> old.content_version then
    new.text_request_problem := null;
  end if;
  return new;
end
$$;
create trigger track_text_request before update of regenerating, feedback, rerun_requested_at, content_version on messages
  for each row when (new.regenerating or old.regenerating or new.content_version <> old.content_version)
  execute function track_text_request();

drop index messages_regenerating;
create index messages_regenerating on messages (company_id, text_requested_at) where regenerating;
-- A job looks for overdue requests in all companies; it cannot read texts.
create policy find_text_requests on messages for select to usa_platform using (regenerating);
grant select (company_id, regenerating, text_requested_at) on messages to usa_platform;
