-- How the bytes of the file are read: `utf-8` or `windows-1252`.
alter table imports add column encoding text not null default 'utf-8';

-- Contacts of an owner with one of these phones or e-mails. Under row-level security lower(email) would lose its
-- index, and a plan made for an empty table would read all of a grown one.
create function find_known_contacts(owner bigint, phones text[], emails text[])
returns setof contacts language plpgsql stable security definer set search_path = public set enable_seqscan = off as $$
begin
  -- One index look-up a phone or e-mail, also before the table has statistics: the lateral subqueries leave no other plan.
  return query
    select known.* from unnest(phones) as given(phone)
      cross join lateral (
        select * from contacts c where c.account_id = app_account_id() and c.phone = given.phone offset 0
      ) known
      where known.owner_id = owner and known.deleted_at is null
    union all
    select known.* from unnest(emails) as given(email)
      cross join lateral (
        select * from contacts c where c.account_id = app_account_id() and lower(c.email) = given.email offset 0
      ) known
      where known.owner_id = owner and known.deleted_at is null;
end $$;
alter function find_known_contacts(bigint, text[], text[]) owner to bellwether_definer;

-- Imports of all accounts that a job should be working on.
create function find_unfinished_imports()
returns table (account_id bigint, import_id bigint, status text)
language sql stable security definer set search_path = public as $$
  select i.account_id, i.id, i.status from imports i
  where i.status in ('checking', 'queued', 'processing', 'pausing', 'cancelling', 'undoing')
$$;
alter function find_unfinished_imports() owner to bellwether_definer;
