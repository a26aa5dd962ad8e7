-- A reply in a LinkedIn conversation is an event at once, before anybody has rated it: its sentiment is null. The rating is
-- told by another event of the same type; when both happen in one transaction, or before the delivery, only the rating is.
create function emit_conversation_reply() returns trigger language plpgsql as $$
declare
  answered messages;
begin
  select * into answered from messages m
  where m.company_id = new.company_id and m.lead_id = new.lead_id
    and m.status in ('sent', 'connected', 'interested', 'not_interested', 'neutral')
  order by m.sent_at desc nulls last, m.id desc limit 1;
  call emit_webhook_event(new.company_id, 'message.replied', coalesce(answered.id, new.lead_id), new.lead_id,
    webhook_lead(new.company_id, new.lead_id) || jsonb_build_object('messageId', answered.id,
      'messageType', answered.message_type, 'messageFlow', answered.message_flow, 'sentiment', null), false);
  return null;
end
$$;
create trigger emit_conversation_reply after insert on linkedin_messages for each row
  when (not new.is_ours) execute function emit_conversation_reply();

create or replace function emit_message_event() returns trigger language plpgsql as $$
declare
  event_data jsonb := webhook_lead(new.company_id, new.lead_id) || jsonb_build_object('messageId', new.id,
    'messageType', new.message_type, 'messageFlow', new.message_flow);
begin
  if new.status = 'approved' then
    call emit_webhook_event(new.company_id, 'message.approved', new.id, new.lead_id, event_data, true);
  elsif new.status in ('interested', 'not_interested', 'neutral')
    and old.status not in ('interested', 'not_interested', 'neutral') then
    perform withdraw_webhook_event(new.company_id, 'message.replied', new.id, '{"sentiment": null}');
    call emit_webhook_event(new.company_id, 'message.replied', new.id, new.lead_id,
      event_data || jsonb_build_object('sentiment', new.status), false);
  elsif old.status = 'approved' then
    perform withdraw_webhook_event(new.company_id, 'message.approved', new.id, '{}');
  end if;
  return null;
end
$$;
