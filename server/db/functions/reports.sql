-- Reports that are to be sent by now, the longest overdue first. A deleted one is sent again once it is restored.
create or replace function find_due_reports(at timestamptz) returns table (account_id bigint, report_id bigint, user_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.account_id, s.report_id, s.user_id from report_schedules s join reports r on r.id = s.report_id and r.deleted_at is null
  where s.next_at <= at order by s.next_at limit 100
$$;
alter function find_due_reports(timestamptz) owner to bellwether_definer;
revoke all on function find_due_reports(timestamptz) from public;
grant execute on function find_due_reports(timestamptz) to bellwether_app;
