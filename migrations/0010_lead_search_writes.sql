-- A first synchronisation adds tens of thousands of leads. New entries are gathered before they are sorted into the index,
-- which halves the time a lead takes; the list of them is kept so short that a search reads it in a moment.
alter index lead_search_grams set (fastupdate = on, gin_pending_list_limit = 256);
