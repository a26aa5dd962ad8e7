-- Messages whose new text is on its way: asked for after every turn with Airtable.
create index messages_awaited on messages (company_id, changed_at) where regenerating;
