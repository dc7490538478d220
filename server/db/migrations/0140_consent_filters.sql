-- no-transaction
-- Contacts are found by what their ledgers say.
drop index concurrently if exists contact_consents_account;
create index concurrently contact_consents_account on contact_consents (account_id, contact_id);
drop index concurrently if exists contact_activities_stops;
create index concurrently contact_activities_stops on contact_activities (account_id, contact_id)
  where type = 'do_not_call' and deleted_at is null;
