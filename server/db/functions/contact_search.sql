-- The condition of a scope. Values are literals, so that every plan is made for what is asked. No group has contacts that
-- were merged into another one or that the undo of their import deleted.
create or replace function contact_conditions(scope jsonb) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  owners bigint[] := case when jsonb_typeof(scope -> 'owners') = 'array'
    then array(select jsonb_array_elements_text(scope -> 'owners')::bigint) end;
  pools bigint[] := array(select jsonb_array_elements_text(scope -> 'pools')::bigint);
  parts text[] := array[format('account_id = %L::bigint', app_account_id())];
  part record;
  any_of text;
begin
  parts := parts || case when (scope ->> 'deleted')::boolean then 'deleted_at is not null and merged_into_id is null and undone_at is distinct from deleted_at'
    else 'deleted_at is null' end;
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
  if (scope ->> 'workflow')::boolean then
    -- What a workflow did last is to wait for its next step.
    parts := parts || format('id in (select w.contact_id from workflow_logs w
      where w.account_id = %L::bigint and w.status = ''waiting'' and not exists (
        select from workflow_logs later where later.contact_id = w.contact_id and later.workflow_name = w.workflow_name
          and (later.at, later.id) > (w.at, w.id)))', app_account_id());
  end if;
  if jsonb_typeof(scope -> 'duplicate') = 'object' then
    parts := parts || contact_duplicates(scope -> 'duplicate', owners, pools);
  end if;
  case coalesce(scope ->> 'match', 'exact')
    when 'exact' then
      parts := parts || case when jsonb_array_length(scope -> 'words') > 0 then contact_exact(scope) end;
    when 'close' then parts := parts || (contact_near(scope) || ' and not (' || contact_exact(scope) || ')');
    when 'both' then parts := parts || contact_near(scope);
  end case;
  for part in
    select each ->> 'field' as field, each ->> 'op' as op,
           array(select jsonb_array_elements_text(each -> 'values')) as choices
    from jsonb_array_elements(scope -> 'filters') each
    where not is_of_one_policy(each)
  loop
    select string_agg('(' || contact_filter(part.field,
        case when part.op = 'not' and part.field = 'policy_carrier' then 'contains'
          when part.op = 'not' then 'is' when part.op = 'not_empty' then 'empty' else part.op end, choice) || ')', ' or ')
      into any_of from unnest(part.choices) choice;
    parts := parts || format(case when part.op in ('not', 'not_empty') then 'not coalesce(%s, false)' else '(%s)' end,
      '(' || any_of || ')');
  end loop;
  parts := parts || contact_one_policy(scope -> 'filters');
  return array_to_string(parts, ' and ');
end $$;

-- One filter with one value. `not_since` is never or before that day; what has an hour takes the days of a zone:
-- `2026-11-21 America/Chicago`.
create or replace function contact_filter(field text, op text, value text) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  safe text := like_text(value);
  -- Follows from the condition itself and brings the trigram index in.
  hint text := case when char_length(safe) >= 3 then format(' and search_text like %L', '%' || safe || '%') else '' end;
  zone text;
  -- The first moment of the day and the one behind its last.
  begins text;
  ends text;
begin
  if field in ('created_at', 'last_touch_at', 'last_call_at') and op <> 'empty' then
    zone := coalesce(nullif(split_part(value, ' ', 2), ''), 'UTC');
    begins := format('%L::timestamptz', left(value, 10)::timestamp at time zone zone);
    ends := format('%L::timestamptz', (left(value, 10)::date + 1)::timestamp at time zone zone);
  end if;
  case
    when op = 'empty' then return contact_empty(field);
    when field = 'last_name' and op = 'is' then return format('sort_key like %L', safe || chr(1) || '%');
    when field = 'last_name' and op = 'starts_with' then return format('sort_key like %L', safe || '%');
    when field in ('first_name', 'last_name', 'city', 'email', 'state', 'zip_code', 'category', 'source', 'company') then
      if field in ('state', 'zip_code', 'category', 'source') then hint := ''; end if;
      case op
        when 'is' then return format('fold(coalesce(%I, '''')) = %L', field, fold(value)) || hint;
        when 'contains' then return format('fold(%I) like %L', field, '%' || safe || '%') || hint;
        when 'starts_with' then return format('fold(%I) like %L', field, safe || '%') || hint;
      end case;
    -- The ZIP codes of a county.
    when field = 'county' and op = 'is' then
      return format('left(zip_code, 5) = any(%L::text[])', string_to_array(value, ' '));
    when field = 'phone' then
      case op
        when 'is' then return format('phone = %L', value);
        when 'contains' then return format('phone like %L', '%' || safe || '%') || hint;
        when 'starts_with' then return format('(phone like %L or phone like %L)', '+1' || safe || '%', '+' || safe || '%');
      end case;
    when field like 'policy\_%' then return contact_with_policy(contact_policy(field, op, value));
    when field in ('consent', 'opt_out') and op = 'is' then return contact_said(value, field = 'opt_out');
    when field = 'age' then return contact_age(op, value);
    when field = 'note' and op = 'contains' then
      return format('id in (select n.contact_id from notes n where n.account_id = %L::bigint and fold(n.body) like %L)',
        app_account_id(), '%' || safe || '%');
    -- Hashes of the words of a drug, all of one prescription.
    when field = 'prescription' and op = 'is' then
      return format('id in (select x.contact_id from rx_words x where x.account_id = %L::bigint and x.hash = any(%L::bytea[]) '
        'group by x.contact_id, x.place having count(*) = %s)', app_account_id(),
        array(select decode(word, 'hex') from unnest(string_to_array(value, ' ')) word), cardinality(string_to_array(value, ' ')));
    when field = 'tag' and op = 'is' then
      return format('tag_ids @> array[%s::bigint] and tag_ids <> ''{}''', value::bigint);
    when field in ('type', 'gender', 'language', 'email_status') and op = 'is' then return format('%I = %L', field, value);
    when field = 'representer_type' and op = 'is' then
      return format('owner_id = any(array(select u.id from users u where u.account_id = %L::bigint and u.job_title = %L))',
        app_account_id(), value);
    when contact_choice(field) is not null and op = 'is' then
      return format('%I = %s', contact_choice(field), value::bigint);
    when field = 'birth_month' and op = 'is' then
      return format('dob is not null and extract(month from dob) * 100 + extract(day from dob) between %s and %s',
        value::int * 100, value::int * 100 + 31);
    when field in ('dob', 'follow_up_on') then
      case op
        when 'is' then return format('%I = %L', field, value::date);
        when 'before' then return format('%I < %L', field, value::date);
        when 'after' then return format('%I > %L', field, value::date);
      end case;
    when field in ('created_at', 'last_touch_at', 'last_call_at') then
      case op
        when 'not_since' then return format('(%1$I is null or %1$I < %2$s)', field, begins);
        when 'is' then return format('%1$I >= %2$s and %1$I < %3$s', field, begins, ends);
        when 'before' then return format('%I < %s', field, begins);
        when 'after' then return format('%I >= %s', field, ends);
      end case;
  end case;
end $$;

-- One filter of policies with one value, on the policy `p`. A premium is compared by its month.
create or replace function contact_policy(field text, op text, value text) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  safe text := like_text(value);
  compared text := case op when 'is' then '=' when 'before' then '<' when 'under' then '<' when 'after' then '>' when 'over' then '>' end;
begin
  case
    when field = 'policy_carrier' and op = 'contains' then return format('fold(p.carrier) like %L', '%' || safe || '%');
    when field = 'policy_type' and op = 'is' then return format('p.type = %L', value);
    when field = 'policy_status' and op = 'is' then return format('p.status = %L', value);
    when field = 'policy_premium' and op in ('over', 'under') then
      return format('p.premium_cents %s %s * case p.premium_period when ''month'' then 1 when ''quarter'' then 3 '
        'when ''half_year'' then 6 when ''year'' then 12 end', compared, (value::numeric * 100)::bigint);
    when field in ('policy_effective_on', 'policy_expires_on') and compared is not null then
      return format('p.%I %s %L::date', replace(field, 'policy_', ''), compared, value::date);
  end case;
end $$;

-- Contacts with a policy of these conditions.
create or replace function contact_with_policy(conditions text) returns text
language sql stable set search_path = public, pg_temp as $$
  select format('id in (select p.contact_id from policies p where p.account_id = %L::bigint and p.deleted_at is null and %s)',
    app_account_id(), conditions)
$$;

-- Filters that describe the same policy: all of them but those that say that there is none.
create or replace function is_of_one_policy(filter jsonb) returns boolean language sql immutable
  return filter ->> 'field' like 'policy\_%' and filter ->> 'op' not in ('not', 'empty', 'not_empty');

-- The condition of these filters together; null: there are none.
create or replace function contact_one_policy(filters jsonb) returns text
language sql stable set search_path = public, pg_temp as $$
  select contact_with_policy(string_agg('(' || one.any_of || ')', ' and '))
  from (
    select (select string_agg(contact_policy(each ->> 'field', each ->> 'op', choice), ' or ')
            from jsonb_array_elements_text(each -> 'values') choice) as any_of
    from jsonb_array_elements(filters) each where is_of_one_policy(each)
  ) one
  having count(*) > 0
$$;

-- What an order sorts by; with the id behind it, it is unique.
create or replace function contact_order(order_field text) returns text language sql immutable
  return case order_field
    when 'last_name' then 'sort_key'
    when 'first_name' then '((fold(first_name) || chr(1) || fold(last_name)) collate "C")'
    when 'city' then '(fold(city) collate "C")'
    when 'state' then '(state collate "C")'
    when 'company' then '(fold(company) collate "C")'
    when 'created_at' then 'created_at'
    when 'last_touch_at' then 'coalesce(last_touch_at, ''-infinity''::timestamptz)'
    when 'follow_up_on' then 'coalesce(follow_up_on, ''infinity''::date)'
  end;

-- One word of `q`. Every column's text stands in search_text after a space, so that a start is found by its trigrams.
create or replace function contact_word(kind text, word text) returns text
language plpgsql immutable set search_path = public, pg_temp as $$
declare
  safe text := like_text(word);
begin
  if kind = 'part' then
    return format('search_text like %L', '%' || safe || '%');
  elsif kind = 'word' then
    return format('search_text like %L or search_text like %L', safe || ' %', '% ' || safe || ' %');
  elsif kind = 'start' then
    return format('(search_text like %L or search_text like %L) and (sort_key like %L or sort_key like %L)',
      safe || '%', '% ' || safe || '%', safe || '%', '%' || chr(1) || safe || '%');
  elsif kind = 'phone' then
    return format('(search_text like %L or search_text like %L)', '% +1' || safe || '%', '% +' || safe || '%');
  elsif kind = 'phones' then
    -- Whole numbers, one behind the other.
    return format('phone = any(%1$L::text[]) or phone_2 = any(%1$L::text[])', string_to_array(word, ' '));
  end if;
  raise exception 'no such kind of word: %', kind;
end $$;

-- Folds the entries of each key into one row. A reader sees the old rows or the new one, never both or neither;
-- entries that another transaction holds wait for the next time. Answers the rows taken away.
create or replace function fold_contact_counts() returns bigint
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

-- Text as a LIKE pattern that means itself.
create or replace function like_text(value text) returns text language sql immutable parallel safe
  return replace(replace(replace(fold(value), '\', '\\'), '%', '\%'), '_', '\_');

-- One page of a scope in its order, with the key of each row as text. With `with_total` there is at least one row,
-- whose id is null when the page is empty; without it `total` is null. What only few can have is not looked for along the
-- names.
create or replace function search_contacts(scope jsonb) returns table (id bigint, key text, total bigint)
language plpgsql stable security definer rows 50 set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  matching text := contact_conditions(scope);
  ordering text := contact_order(scope ->> 'order_field');
  direction text := case when (scope ->> 'descending')::boolean then 'desc' else 'asc' end;
  most int := (scope ->> 'limit')::int;
  after_id bigint := (scope #>> '{after,id}')::bigint;
  after_key text := scope #>> '{after,key}';
  base text;
  -- Rows to look at along the names. Ours: the last ones take about 8 ms; what one in a hundred has fills a page.
  steps constant int[] := array[500, 5000];
  step int;
  walk record;
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
  if not exists (
    select from jsonb_array_elements(scope -> 'words') each where each ->> 'text' ~ '^[0-9]{7,}$|@.+\.'
  ) then
    base := format('account_id = %L::bigint and deleted_at is %s null', app_account_id(),
      case when (scope ->> 'deleted')::boolean then 'not' else '' end);
    base := base || case when after_id is null then '' else
      format(' and (sort_key, id) %s (%L, %s)', case direction when 'desc' then '<' else '>' end, after_key, after_id) end;
    foreach step in array case scope ->> 'match' when 'close' then steps[1:1] else steps end loop
      walk := contact_walk(scope, base, direction, step);
      execute format(
        'select array_agg(id order by place), array_agg(key order by place) from (
           select id, sort_key as key, row_number() over (order by sort_key %2$s, id %2$s) as place
           from (%1$s) near where %3$s and %4$s order by place limit %5$s offset %6$s) found',
        walk.source, direction, matching, coalesce(walk.edge, 'true'), most, (scope ->> 'offset')::int) into ids, keys;
      if cardinality(ids) = most or walk.edge = 'true' then
        return query select f.id, f.key, null::bigint from unnest(ids, keys) with ordinality as f(id, key, place) order by f.place;
        return;
      end if;
    end loop;
  end if;
  return query execute format(
    'with hits as materialized (select id, sort_key from contacts where %1$s)
     select id, sort_key, null::bigint from hits order by sort_key %2$s, id %2$s limit %3$s offset %4$s',
    matching, direction, most, (scope ->> 'offset')::int);
end $$;
alter function search_contacts(jsonb) owner to bellwether_definer;
revoke all on function search_contacts(jsonb) from public;
grant execute on function search_contacts(jsonb) to bellwether_app;
