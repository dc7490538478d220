-- Text search, filters and unusual orders of the contact list. Under forced row-level security LIKE and the array
-- operators lose their indexes (they are not leakproof), so these functions run as bellwether_definer. They take the
-- account from the transaction and nowhere else; who sees what inside the account comes in as the scope:
--   {owners: [id] | null (everybody), pools: [id] (seen beside the owners), pool: id | null, deleted: bool,
--    words: [{kind: part | start | phone, text}], filters: [{field, op, values}],
--    order_field, descending, after: {key, id} | null, limit, offset, with_total}

-- Text as a LIKE pattern that means itself.
create function like_text(value text) returns text language sql immutable parallel safe
  return replace(replace(replace(fold(value), '\', '\\'), '%', '\%'), '_', '\_');

-- What an order sorts by; with the id behind it, it is unique.
create function contact_order(order_field text) returns text language sql immutable
  return case order_field
    when 'last_name' then 'sort_key'
    when 'first_name' then '((fold(first_name) || chr(1) || fold(last_name)) collate "C")'
    when 'city' then '(fold(city) collate "C")'
    when 'state' then '(state collate "C")'
    when 'created_at' then 'created_at'
    when 'last_touch_at' then 'coalesce(last_touch_at, ''-infinity''::timestamptz)'
  end;

-- One word of `q`. Every column's text stands in search_text after a space, so that a start is found by its trigrams.
create function contact_word(kind text, word text) returns text language plpgsql immutable set search_path = public, pg_temp as $$
declare
  safe text := like_text(word);
begin
  if kind = 'part' then
    return format('search_text like %L', '%' || safe || '%');
  elsif kind = 'start' then
    return format('(search_text like %L or search_text like %L) and (sort_key like %L or sort_key like %L)',
      safe || '%', '% ' || safe || '%', safe || '%', '%' || chr(1) || safe || '%');
  elsif kind = 'phone' then
    return format('(search_text like %L or search_text like %L)', '% +1' || safe || '%', '% +' || safe || '%');
  end if;
  raise exception 'no such kind of word: %', kind;
end $$;

-- One filter with one value.
create function contact_filter(field text, op text, value text) returns text
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  safe text := like_text(value);
  -- Follows from the condition itself and brings the trigram index in.
  hint text := case when char_length(safe) >= 3 then format(' and search_text like %L', '%' || safe || '%') else '' end;
begin
  case
    when field = 'last_name' and op = 'is' then return format('sort_key like %L', safe || chr(1) || '%');
    when field = 'last_name' and op = 'starts_with' then return format('sort_key like %L', safe || '%');
    when field in ('first_name', 'last_name', 'city', 'email', 'state', 'zip_code', 'category') then
      if field in ('state', 'zip_code', 'category') then hint := ''; end if;
      case op
        when 'is' then return format('fold(coalesce(%I, '''')) = %L', field, fold(value)) || hint;
        when 'contains' then return format('fold(%I) like %L', field, '%' || safe || '%') || hint;
        when 'starts_with' then return format('fold(%I) like %L', field, safe || '%') || hint;
      end case;
    when field = 'phone' then
      case op
        when 'is' then return format('phone = %L', value);
        when 'contains' then return format('phone like %L', '%' || safe || '%') || hint;
        when 'starts_with' then return format('(phone like %L or phone like %L)', '+1' || safe || '%', '+' || safe || '%');
      end case;
    when field = 'tag' and op = 'is' then
      return format('tag_ids @> array[%s::bigint] and tag_ids <> ''{}''', value::bigint);
    when field = 'type' and op = 'is' then return format('type = %L', value);
    when field = 'import_id' and op = 'is' then return format('import_id = %s', value::bigint);
    when field = 'dob' then
      case op
        when 'is' then return format('dob = %L', value::date);
        when 'before' then return format('dob < %L', value::date);
        when 'after' then return format('dob > %L', value::date);
      end case;
    when field = 'created_at' then
      case op
        when 'is' then return format('created_at >= %L::timestamptz and created_at < %L::timestamptz',
          value::date || ' 00:00+00', value::date + 1 || ' 00:00+00');
        when 'before' then return format('created_at < %L::timestamptz', value::date || ' 00:00+00');
        when 'after' then return format('created_at >= %L::timestamptz', value::date + 1 || ' 00:00+00');
      end case;
  end case;
end $$;

-- The condition of a scope. Values are literals, so that every plan is made for what is asked.
create function contact_conditions(scope jsonb) returns text language plpgsql stable set search_path = public, pg_temp as $$
declare
  owners bigint[] := case when jsonb_typeof(scope -> 'owners') = 'array'
    then array(select jsonb_array_elements_text(scope -> 'owners')::bigint) end;
  pools bigint[] := array(select jsonb_array_elements_text(scope -> 'pools')::bigint);
  parts text[] := array[format('account_id = %L::bigint', app_account_id())];
  part record;
  any_of text;
begin
  parts := parts || case when (scope ->> 'deleted')::boolean then 'deleted_at is not null' else 'deleted_at is null' end;
  if owners is not null then
    parts := parts || case
      when cardinality(pools) > 0 then
        format('(owner_id = any(%L::bigint[]) or pool_id = any(%L::bigint[]))', owners::text, pools::text)
      when cardinality(owners) = 1 then format('owner_id = %s', owners[1])
      else format('owner_id = any(%L::bigint[])', owners::text)
    end;
  end if;
  if scope ->> 'pool' is not null then
    parts := parts || format('pool_id = %s', (scope ->> 'pool')::bigint);
  end if;
  for part in select each ->> 'kind' as kind, each ->> 'text' as word from jsonb_array_elements(scope -> 'words') each loop
    parts := parts || format('(%s)', contact_word(part.kind, part.word));
  end loop;
  for part in
    select each ->> 'field' as field, each ->> 'op' as op,
           array(select jsonb_array_elements_text(each -> 'values')) as choices
    from jsonb_array_elements(scope -> 'filters') each
  loop
    select string_agg('(' || contact_filter(part.field, case part.op when 'not' then 'is' else part.op end, choice) || ')', ' or ')
      into any_of from unnest(part.choices) choice;
    parts := parts || format(case part.op when 'not' then 'not coalesce(%s, false)' else '(%s)' end, '(' || any_of || ')');
  end loop;
  return array_to_string(parts, ' and ');
end $$;

-- One page of a scope in its order, with the key of each row as text. With `with_total` there is at least one row,
-- whose id is null when the page is empty; without it `total` is null.
create function search_contacts(scope jsonb) returns table (id bigint, key text, total bigint)
language plpgsql stable security definer rows 50 set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  -- Rows of the name index that are looked at before the whole set is. Ours: about 3 ms.
  walk constant int := 2000;
  matching text := contact_conditions(scope);
  ordering text := contact_order(scope ->> 'order_field');
  direction text := case when (scope ->> 'descending')::boolean then 'desc' else 'asc' end;
  most int := (scope ->> 'limit')::int;
  after_id bigint := (scope #>> '{after,id}')::bigint;
  after_key text := scope #>> '{after,key}';
  near text;
  ids bigint[];
  keys text[];
begin
  if ordering is null then raise exception 'no such order: %', scope ->> 'order_field'; end if;
  if after_id is not null then
    if after_key is null then
      execute format('select (%s)::text from contacts where id = $1 and account_id = app_account_id()', ordering)
        into after_key using after_id;
    end if;
    matching := matching || format(' and (%s, id) %s (%L, %s)', ordering,
      case direction when 'desc' then '<' else '>' end, after_key, after_id);
  end if;

  if (scope ->> 'with_total')::boolean then
    return query execute format(
      'with hits as materialized (select id, %1$s as key from contacts where %2$s)
       select page.id, page.key::text, counted.total from (select count(*) as total from hits) counted
       left join (select id, key from hits order by key %3$s, id %3$s limit %4$s offset %5$s) page on true
       order by page.key %3$s, page.id %3$s',
      ordering, matching, direction, most, (scope ->> 'offset')::int);
    return;
  end if;

  if ordering <> 'sort_key' then
    return query execute format(
      'select id, (%1$s)::text, null::bigint from contacts where %2$s order by %1$s %3$s, id %3$s limit %4$s offset %5$s',
      ordering, matching, direction, most, (scope ->> 'offset')::int);
    return;
  end if;

  -- A common word is found at once by walking along the names; the rest is found by its trigrams and sorted.
  near := format('account_id = %L::bigint and deleted_at is %s null', app_account_id(),
    case when (scope ->> 'deleted')::boolean then 'not' else '' end);
  if after_id is not null then
    near := near || format(' and (sort_key, id) %s (%L, %s)', case direction when 'desc' then '<' else '>' end, after_key, after_id);
  end if;
  if jsonb_typeof(scope -> 'owners') = 'array' and jsonb_array_length(scope -> 'owners') = 1
    and jsonb_array_length(scope -> 'pools') = 0 then
    near := near || format(' and owner_id = %s', (scope #>> '{owners,0}')::bigint);
  end if;
  execute format(
    'select array_agg(id order by place), array_agg(key order by place) from (
       select id, sort_key as key, row_number() over () as place from (
         select * from contacts where %1$s order by sort_key %2$s, id %2$s limit %3$s
       ) near where %4$s order by sort_key %2$s, id %2$s limit %5$s offset %6$s) found',
    near, direction, walk, matching, most, (scope ->> 'offset')::int) into ids, keys;
  if cardinality(ids) = most then
    return query select f.id, f.key, null::bigint from unnest(ids, keys) with ordinality as f(id, key, place) order by f.place;
    return;
  end if;
  return query execute format(
    'with hits as materialized (select id, sort_key from contacts where %1$s)
     select id, sort_key, null::bigint from hits order by sort_key %2$s, id %2$s limit %3$s offset %4$s',
    matching, direction, most, (scope ->> 'offset')::int);
end $$;
alter function search_contacts(jsonb) owner to bellwether_definer;
revoke all on function search_contacts(jsonb) from public;
grant execute on function search_contacts(jsonb) to bellwether_app;

-- Folds the entries of each key into one row. A reader sees the old rows or the new one, never both or neither;
-- entries that another transaction holds wait for the next time. Answers the rows taken away.
create function fold_contact_counts() returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with crowded as (
    select account_id, owner_id, pool_id, deleted from contact_counts group by 1, 2, 3, 4 having count(*) > 1
  ), chosen as (
    select c.ctid from contact_counts c join crowded using (account_id, owner_id, pool_id, deleted) for update of c skip locked
  ), taken as (
    delete from contact_counts where ctid = any (array(select ctid from chosen)) returning *
  ), kept as (
    insert into contact_counts (account_id, owner_id, pool_id, deleted, entries)
      select account_id, owner_id, pool_id, deleted, sum(entries) from taken group by 1, 2, 3, 4 having sum(entries) <> 0
  )
  select count(*) from taken
$$;
alter function fold_contact_counts() owner to bellwether_definer;
revoke all on function fold_contact_counts() from public;
grant execute on function fold_contact_counts() to bellwether_app;
