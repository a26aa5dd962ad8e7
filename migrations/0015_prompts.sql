-- Prompts stand by the first of these words in their name, then by name. Cut off, because an index takes no endless text.
alter table prompts
  add column list_key text not null generated always as (case
    when strpos(lower(prompt_name), 'icebreaker') > 0 then '1' when strpos(lower(prompt_name), 'follow-up') > 0 then '2'
    when strpos(lower(prompt_name), 'informatie') > 0 then '3' when strpos(lower(prompt_name), 'linkedin') > 0 then '4'
    else '5' end || ' ' || lower(left(prompt_name, 60))) stored;
create index prompts_order on prompts (company_id, list_key, id);
