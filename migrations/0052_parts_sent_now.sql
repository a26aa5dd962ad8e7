-- Parts that a user sends now are looked up for every sender that waits for its spacing: few among thousands of due ones.
create index queue_items_sent_now on queue_items (company_id, sender_key, due_sort_key) where status = 'QUEUED' and send_now;
