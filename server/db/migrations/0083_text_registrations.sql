-- The registration of business texts with US carriers (A2P 10DLC): one brand and one campaign an account.
create table text_registrations (
  account_id bigint primary key references accounts,
  -- Of Twilio: profiles of the business, and the service that sends its texts.
  customer_profile_sid text not null,
  a2p_profile_sid text not null,
  messaging_service_sid text not null,
  brand_sid text not null,
  -- As Twilio says them: PENDING, IN_REVIEW, APPROVED, FAILED, SUSPENDED, DELETION_PENDING, DELETION_FAILED.
  brand_status text not null,
  -- One sentence, with FAILED.
  brand_failure text not null default '',
  brand_submitted_at timestamptz not null,
  -- What was said of the campaign; null: nothing yet, like the next three.
  campaign jsonb,
  campaign_sid text,
  -- PENDING, IN_PROGRESS, VERIFIED, FAILED.
  campaign_status text,
  -- Sentences of the carriers.
  campaign_errors jsonb not null default '[]',
  campaign_submitted_at timestamptz,
  -- When it is looked at again; null: it is settled.
  next_check_at timestamptz,
  checked_at timestamptz not null,
  version int not null default 1
);
create index text_registrations_due on text_registrations (next_check_at) where next_check_at is not null;
create index text_registrations_brand on text_registrations (brand_sid);
create index text_registrations_campaign on text_registrations (campaign_sid) where campaign_sid is not null;
call isolate_by_account('text_registrations');

-- Numbers of an account at the carriers. Absent: not registered yet.
create table number_registrations (
  account_id bigint not null references accounts,
  -- E.164.
  number text not null,
  -- registered, failed.
  state text not null,
  -- One sentence, with failed.
  reason text not null default '',
  checked_at timestamptz not null,
  primary key (account_id, number)
);
call isolate_by_account('number_registrations');

-- Accounts whose registration is to be looked at by now.
create function find_due_registrations(at timestamptz) returns table (account_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id from text_registrations where next_check_at <= at order by next_check_at limit 100
$$;
alter function find_due_registrations(timestamptz) owner to bellwether_definer;
revoke all on function find_due_registrations(timestamptz) from public;
grant execute on function find_due_registrations(timestamptz) to bellwether_app;

-- The account of a brand or a campaign.
create function find_registered_account(sid text) returns table (account_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id from text_registrations where brand_sid = sid or campaign_sid = sid
$$;
alter function find_registered_account(text) owner to bellwether_definer;
revoke all on function find_registered_account(text) from public;
grant execute on function find_registered_account(text) to bellwether_app;
