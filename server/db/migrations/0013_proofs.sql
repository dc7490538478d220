-- Proofs of identity: how often they may be guessed, and what carries codes and links to people.

alter table users
  -- The password is shorter than one that stands alone: without two-factor another one is due.
  add column password_short boolean not null default false,
  -- Until then no code is mailed: the password was reset by mail, or the address is new. Null: always.
  add column mail_trusted_from timestamptz;

alter table sign_in_challenges
  -- What came before the second step: password, sso.
  add column first_step text not null default 'password';

-- Guesses and sendings: `user:<lowercased name>`, `code:<user id>`, `ip:<address or /64>`, `send:<user id>`, `reset:<user id>`.
-- `failures` in a row; `level` is how full their bucket was at `last_at`, it leaks with time.
alter table sign_in_failures add column level float8 not null default 0;

-- Removes what does not count any more; failures in a row of somebody who is there count until a success.
create function forget_sign_in_failures(before timestamptz) returns int
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
alter function forget_sign_in_failures(timestamptz) owner to bellwether_definer;
revoke all on function forget_sign_in_failures(timestamptz) from public;
grant execute on function forget_sign_in_failures(timestamptz) to bellwether_app;

-- Mails and texts on their way out; a row is gone once its message was taken. What it says is sealed (server/seal.ts).
create table outgoing_messages (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  kind text not null,
  sealed bytea not null,
  created_at timestamptz not null
);
create index outgoing_messages_age on outgoing_messages (created_at);
call isolate_by_account('outgoing_messages');

create function find_waiting_messages(before timestamptz) returns table (account_id bigint, id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.account_id, m.id from outgoing_messages m where m.created_at < before order by m.id limit 1000
$$;
alter function find_waiting_messages(timestamptz) owner to bellwether_definer;
revoke all on function find_waiting_messages(timestamptz) from public;
grant execute on function find_waiting_messages(timestamptz) to bellwether_app;

create function drop_stale_messages(before timestamptz) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from outgoing_messages where created_at < before
$$;
alter function drop_stale_messages(timestamptz) owner to bellwether_definer;
revoke all on function drop_stale_messages(timestamptz) from public;
grant execute on function drop_stale_messages(timestamptz) to bellwether_app;
