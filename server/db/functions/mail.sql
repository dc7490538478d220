-- Whose an e-mail of the log is: what comes back names it, and no account.
create or replace function find_account_of_email(wanted bigint) returns bigint
language sql stable security definer set search_path = public, pg_temp as $$
  select e.account_id from contact_emails e where e.id = wanted
$$;
alter function find_account_of_email(bigint) owner to bellwether_definer;
revoke all on function find_account_of_email(bigint) from public;
grant execute on function find_account_of_email(bigint) to bellwether_app;

-- Simulated inboxes whose next step has come.
create or replace function find_simulated_mails(at timestamptz, most int) returns table (account_id bigint, email_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.account_id, s.email_id from simulated_mails s where s.step_at <= at order by s.step_at limit most
$$;
alter function find_simulated_mails(timestamp with time zone,integer) owner to bellwether_definer;
revoke all on function find_simulated_mails(timestamp with time zone,integer) from public;
grant execute on function find_simulated_mails(timestamp with time zone,integer) to bellwether_app;


-- Mail that came in and that no job has read yet.
create or replace function find_received_mails(before timestamptz) returns table (account_id bigint, id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.account_id, m.id from received_mails m where m.received_at < before order by m.id limit 1000
$$;
alter function find_received_mails(timestamp with time zone) owner to bellwether_definer;
revoke all on function find_received_mails(timestamp with time zone) from public;
grant execute on function find_received_mails(timestamp with time zone) to bellwether_app;
