-- Erasure of people (decision 114).

-- Erases contacts of the transaction's account with everything that belongs to them. Calls stay as facts about the work of
-- their agent, without the number. `numbers`: of the erased person alone. Returns the recordings that are gone.
create or replace function erase_contacts(erasure bigint, ids bigint[], kept_recordings bigint[], numbers text[]) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  erased_calls bigint[];
  gone bigint;
begin
  if exists (select from contacts c where c.id = any(ids) and c.account_id is distinct from app_account_id()) then
    raise exception 'Only contacts of the account are erased.';
  end if;
  update contacts set deleted_at = clock_now() where id = any(ids) and deleted_at is null;
  -- A call that no contact was found for is known by its number.
  erased_calls := array(select k.id from calls k where k.account_id = app_account_id()
    and (k.contact_id = any(ids) or k.contact_id is null
      and (k.from_number = any(numbers) or k.to_number = any(numbers) or k.other_number = any(numbers)))
    order by k.id for update);
  update call_recordings r set erasure_id = erasure, file_id = null
    where r.id = any(kept_recordings) and r.account_id = app_account_id();
  delete from call_recordings r where r.call_id = any(erased_calls) and r.erasure_id is null;
  get diagnostics gone = row_count;
  update call_events e set body = '{}' where e.call_id = any(erased_calls);
  update calls k set
      from_number = case k.direction when 'inbound' then '' else k.from_number end,
      to_number = case k.direction when 'inbound' then k.to_number else '' end,
      other_number = case when k.other_number = any(numbers) then '' else k.other_number end,
      passed_to = case when k.passed_to = any(numbers) then '' else k.passed_to end,
      caller_city = '', caller_state = '', reason = '', note = ''
    where k.id = any(erased_calls);
  delete from outgoing_messages m using contact_emails e
    where e.contact_id = any(ids) and m.id = e.message_id and m.account_id = app_account_id();
  -- What was texted with a number before it had a contact. What it said of texts is in suppressed_reach from here on.
  delete from conversations v where v.account_id = app_account_id() and v.contact_id is null and v.phone = any(numbers);
  delete from number_consents n where n.account_id = app_account_id() and n.number = any(numbers);
  delete from merges where account_id = app_account_id() and merged_ids && ids;
  perform purge_contacts(ids);
  delete from subject_keys where account_id = app_account_id() and subject_type = 'contact' and subject_id = any(ids);
  return gone;
end $$;
alter function erase_contacts(bigint,bigint[],bigint[],text[]) owner to bellwether_definer;
revoke all on function erase_contacts(bigint,bigint[],bigint[],text[]) from public;
grant execute on function erase_contacts(bigint,bigint[],bigint[],text[]) to bellwether_app;

-- Removes events that name an erased person. What came before in the same stream goes with them, as if it had expired:
-- who was offline then loads everything again.
create or replace function forget_events(wanted tid[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from events e using (
    select f.stream, max(f."offset") as upto from events f
    where f.ctid = any(wanted) and f.account_id = app_account_id() and f."offset" is not null group by f.stream
  ) last
  where e.stream = last.stream and e."offset" <= last.upto;
  delete from events e where e.ctid = any(wanted) and e.account_id = app_account_id() and e."offset" is null
$$;
alter function forget_events(tid[]) owner to bellwether_definer;
revoke all on function forget_events(tid[]) from public;
grant execute on function forget_events(tid[]) to bellwether_app;

-- Removes words of the search's dictionary that no contact of the account has anymore.
create or replace function forget_words(words text[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from contact_words w where w.account_id = app_account_id() and w.word = any(words)
    and not exists (select from contacts c where c.account_id = w.account_id and c.search_text like '%' || replace(replace(replace(w.word, '\', '\\'), '%', '\%'), '_', '\_') || '%')
$$;
alter function forget_words(text[]) owner to bellwether_definer;
revoke all on function forget_words(text[]) from public;
grant execute on function forget_words(text[]) to bellwether_app;

-- Erasures that have not ended, of any account.
create or replace function find_running_erasures() returns table (account_id bigint, erasure_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from erasures where status = 'running' order by id limit 500
$$;
alter function find_running_erasures() owner to bellwether_definer;
revoke all on function find_running_erasures() from public;
grant execute on function find_running_erasures() to bellwether_app;

-- Erasures whose evidence no law keeps any longer.
create or replace function find_expired_evidence(today date) returns table (account_id bigint, erasure_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, id from erasures where kept_until < today order by id limit 500
$$;
alter function find_expired_evidence(date) owner to bellwether_definer;
revoke all on function find_expired_evidence(date) from public;
grant execute on function find_expired_evidence(date) to bellwether_app;

-- Keys of subjects that another master key than the current one has encrypted.
create or replace function find_stale_subject_keys(current_key bytea)
returns table (account_id bigint, subject_type text, subject_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id, subject_type, subject_id from subject_keys
  where substr(sealed, 1, length(current_key)) <> current_key order by subject_type, subject_id limit 1000
$$;
alter function find_stale_subject_keys(bytea) owner to bellwether_definer;
revoke all on function find_stale_subject_keys(bytea) from public;
grant execute on function find_stale_subject_keys(bytea) to bellwether_app;
