-- Removes at most `most` rows of one kind that are older than `dead`; answers their number. Null: another process is at it.
create or replace function remove_expired(kind text, dead timestamptz, most int) returns int
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  removed int;
begin
  if not pg_try_advisory_xact_lock(4201002, hashtext(kind)) then return null; end if;
  case kind
    when 'idempotency_keys' then
      delete from idempotency_keys where ctid = any (array(
        select ctid from idempotency_keys where created_at < dead order by created_at limit most for update skip locked));
    when 'streams' then
      -- Numbers of events that are still kept would be given twice.
      delete from streams where ctid = any (array(
        select ctid from streams s where used_at < dead
          and not exists (select from events e where e.stream = s.stream and e."offset" is not null)
        order by used_at limit most for update skip locked));
    when 'sessions' then
      -- A session ends no later than the one below it.
      with recursive stack as (
        (select id from sessions where parent_id is null and least(expires_at, coalesce(ended_at, expires_at)) < dead
          limit most)
        union all
        select s.id from sessions s join stack on s.parent_id = stack.id
      )
      delete from sessions where id in (select id from stack);
    when 'replaced_tokens' then
      delete from replaced_tokens where ctid = any (array(
        select ctid from replaced_tokens where replaced_at < dead limit most for update skip locked));
    when 'sign_in_challenges' then
      delete from sign_in_challenges where ctid = any (array(
        select ctid from sign_in_challenges where expires_at < dead limit most for update skip locked));
    when 'password_resets' then
      delete from password_resets where ctid = any (array(
        select ctid from password_resets where expires_at < dead limit most for update skip locked));
    when 'sso_attempts' then
      delete from sso_attempts where ctid = any (array(
        select ctid from sso_attempts where expires_at < dead limit most for update skip locked));
    when 'sign_in_failures' then
      -- Failures in a row of an existing user count until a success.
      delete from sign_in_failures where ctid = any (array(
        select ctid from sign_in_failures f where f.last_at < dead and not (f.failures > 0 and (
            exists (select from users u where f.subject like 'user:%' and lower(u.username) = substr(f.subject, 6))
            or exists (select from users u where f.subject like 'code:%' and u.id = substr(f.subject, 6)::bigint)))
        limit most for update skip locked));
    when 'chat_sessions' then
      delete from chat_sessions where ctid = any (array(
        select ctid from chat_sessions where spoken_at < dead limit most for update skip locked));
    when 'chat_usage' then
      delete from chat_usage where ctid = any (array(
        select ctid from chat_usage where day < dead::date limit most for update skip locked));
    when 'outbox_mails' then
      delete from outbox_mails where ctid = any (array(
        select ctid from outbox_mails where created_at < dead limit most for update skip locked));
    when 'outbox_texts' then
      delete from outbox_texts where ctid = any (array(
        select ctid from outbox_texts where created_at < dead limit most for update skip locked));
    when 'webpage_leads' then
      delete from webpage_leads where ctid = any (array(
        select ctid from webpage_leads where contact_id is null and received_at < dead limit most for update skip locked));
    when 'vendor_leads' then
      delete from vendor_leads where ctid = any (array(
        select ctid from vendor_leads where received_at < dead limit most for update skip locked));
    when 'help_tickets' then
      delete from help_tickets where ctid = any (array(
        select ctid from help_tickets where created_at < dead limit most for update skip locked));
    when 'api_requests' then
      delete from api_requests where ctid = any (array(
        select ctid from api_requests where at < dead limit most for update skip locked));
    when 'import_throughput' then
      delete from import_throughput where ctid = any (array(
        select ctid from import_throughput where slot < dead limit most for update skip locked));
    when 'import_rows' then
      -- Rows that updated a contact are its history; only their cells go.
      update import_rows set cells = null, unread = null where ctid = any (array(
        select r.ctid from imports i join import_rows r on r.import_id = i.id
        where i.finished_at < dead and r.outcome = 'updated' and r.unread is not null
        limit most for update of r skip locked));
      delete from import_rows where ctid = any (array(
        select r.ctid from imports i join import_rows r on r.import_id = i.id
        where i.finished_at < dead and r.outcome in ('problem', 'retry', 'skipped', 'created')
        limit most for update of r skip locked));
    when 'import_check_rows' then
      delete from import_check_rows where ctid = any (array(
        select r.ctid from imports i join import_check_rows r on r.import_id = i.id
        where i.finished_at < dead or (i.status in ('draft', 'checked') and i.created_at < dead)
        limit most for update of r skip locked));
    when 'import_fixes' then
      delete from import_fixes where ctid = any (array(
        select r.ctid from imports i join import_fixes r on r.import_id = i.id
        where i.finished_at < dead or (i.status in ('draft', 'checked') and i.created_at < dead)
        limit most for update of r skip locked));
    when 'import_kept_rows' then
      delete from import_kept_rows where ctid = any (array(
        select r.ctid from imports i join import_kept_rows r on r.import_id = i.id
        where i.finished_at < dead limit most for update of r skip locked));
    when 'authorizations' then
      delete from authorizations where ctid = any (array(
        select ctid from authorizations where status = 'disconnected' and ended_at < dead limit most for update skip locked));
    when 'authorization_states' then
      delete from authorization_states where ctid = any (array(
        select ctid from authorization_states where expires_at < dead limit most for update skip locked));
    when 'calendar_conflicts' then
      delete from calendar_conflicts where ctid = any (array(
        select ctid from calendar_conflicts where at < dead limit most for update skip locked));
    when 'calendar_event_changes' then
      delete from calendar_event_changes where ctid = any (array(
        select ctid from calendar_event_changes where at < dead limit most for update skip locked));
    when 'bookings' then
      delete from bookings where ctid = any (array(
        select ctid from bookings where ends_at < dead limit most for update skip locked));
    when 'notifications' then
      delete from notifications where ctid = any (array(
        select ctid from notifications where created_at < dead limit most for update skip locked));
    when 'webhook_deliveries' then
      delete from webhook_deliveries where ctid = any (array(
        select ctid from webhook_deliveries where at < dead limit most for update skip locked));
    when 'deleted_trainings' then
      -- Their bytes go as those that no row names.
      delete from training_progress where training_id in (select id from deleted_trainings where deleted_at < dead);
      delete from deleted_trainings where ctid = any (array(
        select ctid from deleted_trainings where deleted_at < dead limit most for update skip locked));
    when 'reports' then
      delete from reports where ctid = any (array(
        select ctid from reports where deleted_at < dead limit most for update skip locked));
  end case;
  get diagnostics removed = row_count;
  return removed;
end $$;
alter function remove_expired(text,timestamp with time zone,integer) owner to bellwether_definer;
revoke all on function remove_expired(text,timestamp with time zone,integer) from public;
grant execute on function remove_expired(text,timestamp with time zone,integer) to bellwether_app;

-- Ids of events come after the id of their transaction, also in one that has written nothing yet: number_events
-- concludes from the transactions that are over which ids can still appear.
create or replace function begin_events() returns trigger language plpgsql as $$
begin
  perform pg_current_xact_id();
  return null;
end $$;

-- Contacts after `after_id` that were deleted before a time, by id. Those merged into another one go with it.
create or replace function find_purgeable_contacts(before timestamptz, after_id bigint, most int)
returns table (account_id bigint, contact_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.account_id, c.id from contacts c
  where c.deleted_at < before and c.merged_into_id is null and c.id > after_id order by c.id limit most
$$;
alter function find_purgeable_contacts(timestamp with time zone,bigint,integer) owner to bellwether_definer;
revoke all on function find_purgeable_contacts(timestamp with time zone,bigint,integer) from public;
grant execute on function find_purgeable_contacts(timestamp with time zone,bigint,integer) to bellwether_app;

-- Deletes contacts of the transaction's account and everything that belongs to them but entries of the audit log. Calls
-- stay in the history of their agent, without the contact and its note.
create or replace function purge_contacts(ids bigint[]) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from contacts c where c.id = any(ids)
             and (c.account_id is distinct from app_account_id() or c.deleted_at is null)) then
    raise exception 'Only deleted contacts of the account are purged.';
  end if;
  update contacts set linked_contact_id = null where linked_contact_id = any(ids);
  update calls set note = '', note_id = null, consent_id = null, contact_id = null where contact_id = any(ids);
  update calls set note_id = null where note_id in (select n.id from notes n where n.contact_id = any(ids));
  update calls set consent_id = null where consent_id in (select s.id from contact_consents s where s.contact_id = any(ids));
  update call_recordings set file_id = null where file_id in (select f.id from files f where f.contact_id = any(ids));
  -- The hashes stay: the chain is that of all people.
  update soa_seals set evidence = null, pdf = null, soa_request_id = null
    where soa_request_id in (select r.id from soa_requests r where r.contact_id = any(ids));
  delete from soa_events where contact_id = any(ids);
  update soa_requests set supersedes_id = null where supersedes_id in (select r.id from soa_requests r where r.contact_id = any(ids));
  delete from soa_requests where contact_id = any(ids);
  delete from files where contact_id = any(ids);
  delete from notes where contact_id = any(ids);
  delete from contact_activities where contact_id = any(ids);
  delete from contact_emails where contact_id = any(ids);
  delete from workflow_logs where contact_id = any(ids);
  delete from policies where contact_id = any(ids);
  delete from securities where contact_id = any(ids);
  delete from rx_details where contact_id = any(ids);
  delete from sealed_fields where contact_id = any(ids);
  delete from medicare_facts where contact_id = any(ids);
  delete from data_captures where contact_id = any(ids);
  delete from contact_owner_changes where contact_id = any(ids);
  delete from contact_decisions where contact_id = any(ids);
  delete from contact_consents where contact_id = any(ids);
  delete from duplicate_checks where contact_id = any(ids);
  delete from duplicate_pairs where low_id = any(ids) or high_id = any(ids);
  delete from duplicate_dismissals where low_id = any(ids) or high_id = any(ids);
  delete from merges where survivor_id = any(ids);
  delete from import_kept_rows where contact_id = any(ids);
  delete from import_rows where contact_id = any(ids) and outcome = 'updated';
  delete from import_rows where contact_id = any(ids) and outcome = 'created';
  delete from bulk_rows where contact_id = any(ids) and outcome = 'changed';
  delete from transfer_rows where contact_id = any(ids) and outcome = 'moved';
  delete from print_rows where contact_id = any(ids) and outcome = 'printed';
  delete from broadcast_recipients where contact_id = any(ids);
  delete from favorite_items i using favorite_lists l
    where l.id = i.list_id and l.kind = 'contacts' and l.account_id = app_account_id() and i.item_id = any(ids);
  delete from contacts where id = any(ids);
end $$;
alter function purge_contacts(bigint[]) owner to bellwether_definer;
revoke all on function purge_contacts(bigint[]) from public;
grant execute on function purge_contacts(bigint[]) to bellwether_app;
