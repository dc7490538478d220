-- no-transaction
-- Leads of a vendor by day, and what one costs; null: unknown.
drop index concurrently if exists contacts_vendor;
create index concurrently contacts_vendor on contacts (account_id, api_vendor_id, created_at)
  where api_vendor_id is not null;
alter table api_vendors add column if not exists lead_cost_cents bigint
  check (lead_cost_cents >= 0);
