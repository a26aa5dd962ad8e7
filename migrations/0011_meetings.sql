-- Under which tile a meeting is found. Spelling does not matter: "To PROCESS" and "TO_PROCESS" are the same.
create function meeting_tab(status text) returns text
  language sql immutable parallel safe
  return case upper(replace(btrim(status, E' \t\r\n'), ' ', '_'))
    when '' then 'new' when 'NEW' then 'new' when 'TO_PROCESS' then 'toProcess' when 'PRIVE' then 'private'
    when 'IGNORED' then 'ignored' when 'PROCESSED' then 'processed' when 'RERUN' then 'processed'
    when 'DELETED' then 'deleted' else 'other' end;

-- What is to be read of a piece of HTML. Marks within a word do not part it; everything else does.
create function html_text(given text) returns text
  language sql immutable parallel safe
  return replace(replace(replace(replace(replace(regexp_replace(regexp_replace(coalesce(given, ''),
    '</?(a|abbr|b|code|em|i|mark|s|small|span|strong|sub|sup|u)(\s[^>]*)?>', '', 'gi'), '<[^>]*>', ' ', 'g'),
    '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&');

create function mail_addresses(given text) returns text[]
  language sql immutable parallel safe
  return array(select distinct lower(found[1])
    from regexp_matches(coalesce(given, ''), '[[:alnum:]._%+''-]+@[[:alnum:].-]+\.[[:alpha:]]{2,}', 'g') found order by 1);

-- Those without a date come last, and a page must be able to begin behind any row: an order that is never null.
alter table meetings
  add column tab text not null generated always as (meeting_tab(status)) stored,
  add column list_order timestamptz not null generated always as (case meeting_tab(status)
    when 'processed' then coalesce(transcription_date, meeting_date, '-infinity') else created_at end) stored,
  add column owner_key text generated always as (left(meeting_owner, 200)) stored,
  add column attendee_mails text[] not null generated always as (mail_addresses(attendees)) stored,
  -- With a sign between the fields that nobody can type.
  add column search_text text not null generated always as (searchable(
    meeting_name || E'\x1f' || coalesce(meeting_owner, '') || E'\x1f' || coalesce(type, '') || E'\x1f'
    || coalesce(attendees, '') || E'\x1f' || coalesce(summary, '') || E'\x1f' || html_text(action_items) || E'\x1f'
    || html_text(sales_opportunities) || E'\x1f' || html_text(follow_up_interests))) stored;
drop index meetings_recent, meetings_processed;
create index meetings_all on meetings (company_id, list_order desc, id desc) where tab <> 'deleted';
create index meetings_tab on meetings (company_id, tab, list_order desc, id desc);
create index meetings_owner on meetings (company_id, tab, owner_key, list_order desc, id desc);

-- Who of the attendees is a lead. In a column, because under row-level security no index can be used that looks at what
-- a function makes of a value.
alter table leads add column email_key text generated always as (lower(btrim(email))) stored;
create index leads_email_key on leads (company_id, email_key) where email_key is not null;

-- Counted like messages: of each tile, and within it of each owner.
alter table tallies drop constraint tallies_subject_check;
alter table tallies add constraint tallies_subject_check check (subject in ('messages', 'queue', 'meetings'));

create function tally_meetings() returns trigger language plpgsql as $$
begin
  insert into tallies (company_id, subject, kind, status, flow, amount)
    select company_id, 'meetings', tab, '', owner_key, tg_argv[0]::integer * count(*) from changed
    where tab <> 'deleted' and exists (select from companies c where c.id = company_id)
    group by company_id, tab, owner_key;
  return null;
end
$$;
create trigger tally_new after insert on meetings referencing new table as changed
  for each statement execute function tally_meetings('1');
create trigger tally_gone after delete on meetings referencing old table as changed
  for each statement execute function tally_meetings('-1');

create function tally_meeting_changes() returns trigger language plpgsql as $$
begin
  insert into tallies (company_id, subject, kind, status, flow, amount)
    select company_id, 'meetings', tab, '', owner_key, sum(sign)
    from (select *, 1 as sign from new_rows union all select *, -1 from old_rows) changed
    where tab <> 'deleted' group by company_id, tab, owner_key having sum(sign) <> 0;
  return null;
end
$$;
create trigger tally_changes after update on meetings referencing old table as old_rows new table as new_rows
  for each statement execute function tally_meeting_changes();

-- Those that are there already. A table's owner is let through for this moment only.
alter table meetings no force row level security;
alter table tallies no force row level security;
insert into tallies (company_id, subject, kind, status, flow, amount)
  select company_id, 'meetings', tab, '', owner_key, count(*) from meetings
  where tab <> 'deleted' group by company_id, tab, owner_key;
alter table meetings force row level security;
alter table tallies force row level security;

-- What a person has paused waits for a person, whatever becomes of the other parts of the message. Without a due date,
-- so that a company's own automation leaves it alone too; the date it had is kept for when it goes on.
alter table queue_items
  add column paused_by text,
  add column paused_due timestamptz;
