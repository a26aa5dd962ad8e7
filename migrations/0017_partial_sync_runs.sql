-- partial: the run has ended, and left out a table, a field or a record.
alter table sync_runs drop constraint sync_runs_status_check;
alter table sync_runs add constraint sync_runs_status_check
  check (status in ('queued', 'running', 'succeeded', 'partial', 'failed'));
