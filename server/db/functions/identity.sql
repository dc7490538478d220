-- How many stand below each of these people.
create or replace function downline_counts(people bigint[]) returns table (id bigint, below bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select t.ancestor_id, count(*) - 1 from user_tree t where t.ancestor_id = any(people) group by t.ancestor_id
$$;
alter function downline_counts(bigint[]) owner to bellwether_definer;
revoke all on function downline_counts(bigint[]) from public;
grant execute on function downline_counts(bigint[]) to bellwether_app;

-- Names of users by id: a user who acted in an account may belong to another one.
create or replace function names_of_people(people bigint[]) returns table (id bigint, name text)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, btrim(u.first_name || ' ' || u.last_name) from users u where u.id = any(people)
$$;
alter function names_of_people(bigint[]) owner to bellwether_definer;
revoke all on function names_of_people(bigint[]) from public;
grant execute on function names_of_people(bigint[]) to bellwether_app;

-- People of accounts that somebody is assigned to, for the list of a relationship manager.
create or replace function assigned_people(asker bigint)
returns table (
  id bigint, account_id bigint, account_name text, business_unit_id bigint, business_unit_name text, manager_id bigint,
  username text, email text, first_name text, last_name text, number text, roles text[], active boolean,
  paid_user boolean, last_seen_at timestamptz, created_at timestamptz, sort_key text, search_text text
)
language sql stable security definer set search_path = public, pg_temp as $$
  select u.id, u.account_id, a.name, u.business_unit_id, b.name, u.manager_id, u.username, u.email, u.first_name,
         u.last_name, u.number, u.roles, u.active, u.paid_user, u.last_seen_at, u.created_at, u.sort_key, u.search_text
  from account_assignments s
  join users u on u.account_id = s.assigned_account_id
  join accounts a on a.id = u.account_id join business_units b on b.id = u.business_unit_id
  where s.user_id = asker
$$;
alter function assigned_people(bigint) owner to bellwether_definer;
revoke all on function assigned_people(bigint) from public;
grant execute on function assigned_people(bigint) to bellwether_app;

create or replace function find_api_key(hash bytea, address inet)
returns table (
  key_id bigint, account_id bigint, user_id bigint, business_unit_id bigint, roles text[], scopes text[],
  last_used_at timestamptz, per_minute int, address_allowed boolean, debts jsonb
)
language sql stable security definer set search_path = public, pg_temp as $$
  select k.id, k.account_id, k.user_id, u.business_unit_id, u.roles, k.scopes, k.last_used_at, k.per_minute,
         (k.networks = '{}' or address <<= any(k.networks))
           and (not exists (select from auth_ips a where a.user_id = u.id)
             or exists (select from auth_ips a where a.user_id = u.id and a.network >>= address)),
         debt_facts(u.tos_accepted, u.paid_user, u.change_password, u.two_fa_required and not exists (
           select from two_factors t where t.user_id = u.id and t.enabled_at is not null))
  from api_keys k join users u on u.id = k.user_id
  where k.token_hash = hash and k.revoked_at is null and k.paused_at is null and u.active
$$;
alter function find_api_key(bytea,inet) owner to bellwether_definer;
revoke all on function find_api_key(bytea,inet) from public;
grant execute on function find_api_key(bytea,inet) to bellwether_app;

-- Who somebody is before there is an account: by name, address, challenge, token, key or identity provider.
create or replace function find_challenge(hash bytea) returns table (account_id bigint, user_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, user_id from sign_in_challenges where secret_hash = hash
$$;
alter function find_challenge(bytea) owner to bellwether_definer;
revoke all on function find_challenge(bytea) from public;
grant execute on function find_challenge(bytea) to bellwether_app;

-- Memberships whose month is over, and questions to the payment provider that nobody waits for any more.
create or replace function find_due_billing(at timestamptz, asked_before timestamptz)
returns table (account_id bigint, user_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, user_id from memberships where status in ('active', 'cancelled') and due_at <= at
  union
  select account_id, user_id from billing_operations where settled_at is null and started_at <= asked_before
$$;
alter function find_due_billing(timestamp with time zone,timestamp with time zone) owner to bellwether_definer;
revoke all on function find_due_billing(timestamp with time zone,timestamp with time zone) from public;
grant execute on function find_due_billing(timestamp with time zone,timestamp with time zone) to bellwether_app;

-- Who pays for a Max Plus whose month is over.
create or replace function find_due_max_plus(at timestamptz) returns table (account_id bigint, payer_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct account_id, payer_id from max_plus_subscriptions where status in ('active', 'cancelled') and due_at <= at
$$;
alter function find_due_max_plus(timestamp with time zone) owner to bellwether_definer;
revoke all on function find_due_max_plus(timestamp with time zone) from public;
grant execute on function find_due_max_plus(timestamp with time zone) to bellwether_app;

create or replace function find_password_reset(hash bytea) returns table (account_id bigint, user_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, user_id from password_resets where token_hash = hash
$$;
alter function find_password_reset(bytea) owner to bellwether_definer;
revoke all on function find_password_reset(bytea) from public;
grant execute on function find_password_reset(bytea) to bellwether_app;

-- Whom a reset is asked for, by user name or e-mail address; several people may share an address.
create or replace function find_people_to_reset(wanted text) returns table (account_id bigint, user_id bigint, username text, email text)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id, username, email from users
  where active and (lower(username) = lower(wanted) or lower(email) = lower(wanted)) order by id limit 10
$$;
alter function find_people_to_reset(text) owner to bellwether_definer;
revoke all on function find_people_to_reset(text) from public;
grant execute on function find_people_to_reset(text) to bellwether_app;

-- Whom an identity provider means: by its own name for them, else by a verified address that one active person alone
-- has, and whom this provider does not know by another name.
create or replace function find_sso_user(issuer text, subject text, address text) returns table (account_id bigint, user_id bigint, linked boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id, true from users where sso_issuer = issuer and sso_subject = subject and active
  union all
  select min(account_id), min(id), false from users
  where address <> '' and lower(email) = lower(address) and active
    and not exists (select from users where sso_issuer = issuer and sso_subject = subject)
  having count(*) = 1 and bool_and(sso_issuer is distinct from issuer)
$$;
alter function find_sso_user(text,text,text) owner to bellwether_definer;
revoke all on function find_sso_user(text,text,text) from public;
grant execute on function find_sso_user(text,text,text) to bellwether_app;

-- Somebody is at work: keeps every level of their stack from idling, and notes that the one who signed in was seen.
-- Comes late at times, beside other requests: users before stacks, and never backwards.
create or replace function note_activity(top bigint, at timestamptz) returns void
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  levels bigint[];
  signer bigint;
begin
  select array_agg(i.session_id order by i.depth), min(i.user_id) filter (where i.depth = 0) into levels, signer
  from identity_stack(top) i;
  update users set last_seen_at = greatest(last_seen_at, at) where id = signer;
  perform from sessions where id = levels[1] for update;
  update sessions set last_seen_at = greatest(last_seen_at, at) where id = any(levels) and ended_at is null;
end $$;
alter function note_activity(bigint,timestamp with time zone) owner to bellwether_definer;
revoke all on function note_activity(bigint,timestamp with time zone) from public;
grant execute on function note_activity(bigint,timestamp with time zone) to bellwether_app;

-- A mail that no server took in time has failed.
create or replace function drop_stale_messages(before timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  with dropped as (
    delete from outgoing_messages where created_at < before returning id
  )
  update contact_emails e
  set status = 'failed', message_id = null, settled_at = clock_now(),
      reason = case when e.reason = '' then 'No mail server took it within a day.' else e.reason end
  from dropped where e.message_id = dropped.id
$$;
alter function drop_stale_messages(timestamp with time zone) owner to bellwether_definer;
revoke all on function drop_stale_messages(timestamp with time zone) from public;
grant execute on function drop_stale_messages(timestamp with time zone) to bellwether_app;

create or replace function find_waiting_messages(before timestamptz) returns table (account_id bigint, id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.account_id, m.id from outgoing_messages m where m.created_at < before order by m.id limit 1000
$$;
alter function find_waiting_messages(timestamp with time zone) owner to bellwether_definer;
revoke all on function find_waiting_messages(timestamp with time zone) from public;
grant execute on function find_waiting_messages(timestamp with time zone) to bellwether_app;

-- Removes what does not count any more; failures in a row of somebody who is there count until a success.
create or replace function forget_sign_in_failures(before timestamptz) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  forgotten int;
begin
  delete from sign_in_failures f where f.last_at < before and not (f.failures > 0 and (
    exists (select from users u where f.subject like 'user:%' and lower(u.username) = substr(f.subject, 6))
    or exists (select from users u where f.subject like 'code:%' and u.id = substr(f.subject, 6)::bigint)));
  get diagnostics forgotten = row_count;
  return forgotten;
end $$;
alter function forget_sign_in_failures(timestamp with time zone) owner to bellwether_definer;
revoke all on function forget_sign_in_failures(timestamp with time zone) from public;
grant execute on function forget_sign_in_failures(timestamp with time zone) to bellwether_app;
