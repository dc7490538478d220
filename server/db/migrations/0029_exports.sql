-- Every file of contacts that left the building, or was about to: its manifest.
create table exports (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  business_unit_id bigint not null references business_units,
  -- Whom the asker acted as, and who signed in.
  user_id bigint not null references users,
  actor_id bigint not null references users,
  -- csv or xlsx.
  format text not null,
  selection jsonb not null,
  sentence text not null default '',
  columns text[] not null,
  why text not null default '',
  -- The count that the asker was shown and said yes to.
  confirmed int not null,
  -- running, complete, failed, refused (the rows were not those of the count).
  status text not null default 'running',
  failure text,
  -- Of the file; null unless complete. Its rows are without the header, its hash is in hex.
  rows int,
  bytes bigint,
  sha256 text,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index exports_user on exports (user_id, id desc);
create index exports_account on exports (account_id, id desc);
create index exports_running on exports (id) where status = 'running';
call isolate_by_account('exports');

-- Text as a spreadsheet shows and never runs it, as `markFormula` of the rules does: full-width signs count. Empty is
-- null, which CSV writes as nothing.
create function export_text(cell text) returns text language sql immutable parallel safe return case
  when ascii(cell) between 65 and 65280 then cell
  when ascii(cell) = 0 then null
  when ascii(cell) in (9, 10, 13, 39, 43, 45, 61, 64, 65291, 65293, 65309, 65312) then '''' || cell
  else cell end;

-- A phone number stays as it is: it starts with a plus, and has digits only.
create function export_phone(cell text) returns text language sql immutable parallel safe return
  case when ltrim(cell, '+0123456789') = '' then nullif(cell, '') else export_text(cell) end;

-- The contacts of a whole scope in its order, as text that goes after "from", since COPY takes no parameters. It says
-- what `contact_conditions` says; whoever runs it sees what their own row-level security shows.
create function export_source(scope jsonb, without bigint[]) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  ordering text := contact_order(scope ->> 'order_field');
  direction text := case when (scope ->> 'descending')::boolean then 'desc' else 'asc' end;
  exactness text := case when scope ->> 'match' = 'both' then format('(%s) desc, ', contact_exact(scope)) else '' end;
begin
  if ordering is null then raise exception 'no such order: %', scope ->> 'order_field'; end if;
  return format('contacts where %1$s%2$s order by %3$s%4$s %5$s, id %5$s', contact_conditions(scope),
    case when cardinality(without) > 0 then format(' and id <> all(%L::bigint[])', without) else '' end,
    exactness, ordering, direction);
end $$;
