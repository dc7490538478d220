-- Contacts go 90 days after their deletion, with all that belongs to them, unless a record of them has to be kept
-- (server/retention/purge-contacts.ts decides; promise P29).

-- Contacts after `after_id` that were deleted before a time, by id. Those merged into another one go with it.
create function find_purgeable_contacts(before timestamptz, after_id bigint, most int)
returns table (account_id bigint, contact_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.account_id, c.id from contacts c
  where c.deleted_at < before and c.merged_into_id is null and c.id > after_id order by c.id limit most
$$;
alter function find_purgeable_contacts(timestamptz, bigint, int) owner to bellwether_definer;
revoke all on function find_purgeable_contacts(timestamptz, bigint, int) from public;
grant execute on function find_purgeable_contacts(timestamptz, bigint, int) to bellwether_app;

-- Deletes contacts of the transaction's account and everything that belongs to them but entries of the audit log. Calls
-- stay in the history of their agent, without the contact and its note.
create function purge_contacts(ids bigint[]) returns void
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
