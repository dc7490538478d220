-- Leads that vendors send with their API keys, and the limits of such a key.

alter table api_vendors
  -- Users who get the leads, in turn; empty: the user of the key.
  add column lead_user_ids bigint[] not null default '{}',
  -- Turns taken so far.
  add column lead_turns int not null default 0;

alter table api_keys
  -- Networks that may use it; empty: it works from everywhere.
  add column networks inet[] not null default '{}',
  -- Requests in a minute at most; null: as many as a person.
  add column per_minute int check (per_minute > 0);

create table vendor_leads (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  vendor_id bigint not null references api_vendors,
  key_id bigint not null references api_keys,
  -- The vendor's own; empty: none.
  external_id text not null default '',
  received_at timestamptz not null,
  status text not null check (status in ('accepted', 'duplicate', 'refused', 'failed')),
  -- As it was sent, or corrected since.
  sent jsonb not null,
  -- Why it is no contact, by field.
  faults jsonb not null default '{}',
  -- The new contact, or the one that was there.
  contact_id bigint references contacts on delete cascade,
  owner_id bigint references users,
  -- It brought a consent.
  has_consent boolean not null default false,
  attempts int not null default 1,
  check ((status in ('accepted', 'duplicate')) = (contact_id is not null))
);
create unique index vendor_leads_external on vendor_leads (vendor_id, external_id) where external_id <> '';
create index vendor_leads_newest on vendor_leads (account_id, id desc);
create index vendor_leads_vendor on vendor_leads (vendor_id, received_at);
create index vendor_leads_contact on vendor_leads (contact_id, received_at desc, id desc) where contact_id is not null;
create index vendor_leads_received on vendor_leads (received_at);
call isolate_by_account('vendor_leads');

-- It returns another column.
drop function find_api_key(bytea, inet);
create function find_api_key(hash bytea, address inet)
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
