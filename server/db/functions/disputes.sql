-- Payments of all accounts by their names at the provider, or by how these begin.
create or replace function find_payments(wanted text[], beginning text)
  returns table (account_id bigint, user_id bigint, ref text, description text, amount_cents bigint, at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select b.account_id, b.user_id, b.provider_ref, b.description, b.amount_cents, b.at from billing_entries b
  where b.status = 'paid' and (b.provider_ref = any(wanted) or (beginning <> '' and starts_with(b.provider_ref, beginning)))
  order by b.id
$$;
alter function find_payments(text[],text) owner to bellwether_definer;
revoke all on function find_payments(text[],text) from public;
grant execute on function find_payments(text[],text) to bellwether_app;
