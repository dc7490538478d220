-- More that a list can ask, and a search that forgives. The functions of 0005 read these scopes as well:
--   {… as there, words: [{kind: part | start | phone, text, near: [{kind, text}]}], whole: [text], workflow: bool,
--    match: exact | close | both}
-- `near` are other spellings of a word, `whole` other spellings of all of them together. `close` are contacts that only
-- those find, `both` the exact ones and the close ones behind them.
create extension if not exists fuzzystrmatch;

-- What somebody is in their agency; null: not known.
alter table users add column job_title text;
create index workflow_logs_waiting on workflow_logs (account_id, contact_id) where status = 'waiting';

-- Words of names, companies, cities and mail domains: the dictionary that a misspelt word is looked up in. ---------

-- No unique word, so that no writer waits for another: the same word may stand here twice.
create table contact_words (
  account_id bigint not null references accounts,
  -- As it stands in search_text; with spaces when the whole name has some.
  word text collate "C" not null,
  -- What near spellings of it share: see word_keys.
  keys text[] collate "C" not null
);
create index contact_words_word on contact_words (account_id, word);
create index contact_words_keys on contact_words using gin (account_id, keys);
call isolate_by_account('contact_words');

-- A folded word without spaces, apostrophes and hyphens.
create function word_letters(word text) returns text language sql immutable parallel safe
  return regexp_replace(word, '[[:punct:][:space:]]+', '', 'g');

-- Its letters, whole and without one of them, and how it sounds. Words that one letter more, less, other or swapped
-- tells apart share a key.
create function word_keys(word text) returns text[] language sql immutable parallel safe set search_path = public, pg_temp
begin atomic
  select array(
    select letters
    union select left(letters, i - 1) || substr(letters, i + 1) from generate_series(1, char_length(letters)) i
      where char_length(letters) between 3 and 24
    union select '~' || dmetaphone(letters) where letters ~ '^[a-z]{3,}$')
  from word_letters(word) letters;
end;

-- Puts what is new of these texts into the dictionary.
create function learn_words(account bigint, texts text[]) returns void language sql as $$
  insert into contact_words (account_id, word, keys)
  select account, heard.word, word_keys(heard.word) from (
    select each as word from unnest(texts) each
    union select part from unnest(texts) each, string_to_table(each, ' ') part where each like '% %'
  ) heard
  where char_length(heard.word) between 3 and 40 and heard.word !~ '[0-9@]'
    and not exists (select from contact_words known where known.account_id = account and known.word = heard.word)
$$;

create function learn_contact_words() returns trigger language plpgsql as $$
begin
  perform learn_words(told.account_id, array_agg(told.text)) from (
    select account_id, string_to_table(sort_key, chr(1)) as text from added
    union select account_id, fold(city) from added
    union select account_id, fold(company) from added
    union select account_id, lower(split_part(email, '@', 2)) from added where email is not null
  ) told group by told.account_id;
  return null;
end $$;
create trigger contacts_words_insert after insert on contacts
  referencing new table as added for each statement execute function learn_contact_words();

create function learn_changed_words() returns trigger language plpgsql as $$
begin
  perform learn_words(new.account_id, string_to_array(new.sort_key, chr(1))
    || array[fold(new.city), fold(new.company), lower(split_part(new.email, '@', 2))]);
  return null;
end $$;
create trigger contacts_words_update after update on contacts
  for each row when (old.search_text is distinct from new.search_text) execute function learn_changed_words();

select learn_words(told.account_id, array_agg(told.text)) from (
  select account_id, string_to_table(sort_key, chr(1)) as text from contacts
  union select account_id, fold(city) from contacts
  union select account_id, fold(company) from contacts
  union select account_id, lower(split_part(email, '@', 2)) from contacts where email is not null
) told group by told.account_id;

-- Words of the account's dictionary that share a key with these, the nearest first; `asked` counts from 1.
create function near_words(texts text[]) returns table (asked bigint, folded text, word text, alike boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select text.asked, text.letters, near.word, near.alike
  from (select place, word_letters(fold(each)) from unnest(texts) with ordinality as t(each, place)) as text(asked, letters)
  cross join lateral (
    select word, dmetaphone(word_letters(word)) = dmetaphone(text.letters) as alike from (
      select distinct w.word from contact_words w
      where w.account_id = app_account_id() and w.keys && word_keys(text.letters)
    ) found
    where char_length(text.letters) between 3 and 40
      and levenshtein_less_equal(word_letters(word), text.letters, 3) <= 3
    order by levenshtein_less_equal(word_letters(word), text.letters, 3), alike desc, word limit 60
  ) near
$$;
alter function near_words(text[]) owner to bellwether_definer;
revoke all on function near_words(text[]) from public;
grant execute on function near_words(text[]) to bellwether_app;

-- Conditions of a scope ---------------------------------------------------------------------------------------

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

-- Where the ids of choices stand.
create function contact_choice(field text) returns text language sql immutable
  return case when field in ('status', 'agentflow_status', 'group', 'pool', 'owner') then field || '_id'
    when field = 'import_id' then field end;

-- Nothing stands in a field.
create function contact_empty(field text) returns text language plpgsql immutable set search_path = public, pg_temp as $$
begin
  case
    when field in ('phone', 'email', 'gender', 'language') then return format('coalesce(%I, '''') = ''''', field);
    when field in ('first_name', 'last_name', 'city', 'state', 'zip_code', 'category', 'source', 'company') then
      return format('%I = ''''', field);
    when field = 'tag' then return 'tag_ids = ''{}''';
    else return format('%I is null', case field when 'birth_month' then 'dob' else coalesce(contact_choice(field), field) end);
  end case;
end $$;

create or replace function contact_filter(field text, op text, value text) returns text
language plpgsql stable set search_path = public, pg_temp as $$
declare
  safe text := like_text(value);
  -- Follows from the condition itself and brings the trigram index in.
  hint text := case when char_length(safe) >= 3 then format(' and search_text like %L', '%' || safe || '%') else '' end;
begin
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
    when field = 'phone' then
      case op
        when 'is' then return format('phone = %L', value);
        when 'contains' then return format('phone like %L', '%' || safe || '%') || hint;
        when 'starts_with' then return format('(phone like %L or phone like %L)', '+1' || safe || '%', '+' || safe || '%');
      end case;
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
    when field in ('created_at', 'last_touch_at') then
      case op
        when 'is' then return format('%1$I >= %2$L::timestamptz and %1$I < %3$L::timestamptz', field,
          value::date || ' 00:00+00', value::date + 1 || ' 00:00+00');
        when 'before' then return format('%I < %L::timestamptz', field, value::date || ' 00:00+00');
        when 'after' then return format('%I >= %L::timestamptz', field, value::date + 1 || ' 00:00+00');
      end case;
  end case;
end $$;

-- The words as they are written.
create function contact_exact(scope jsonb) returns text language sql stable set search_path = public, pg_temp as $$
  select coalesce(string_agg('(' || contact_word(each ->> 'kind', each ->> 'text') || ')', ' and '), 'true')
  from jsonb_array_elements(scope -> 'words') each
$$;

-- The same, each of them in any of its spellings.
create function contact_near(scope jsonb) returns text language sql stable set search_path = public, pg_temp as $$
  select '(' || coalesce(string_agg('(' || (
      select string_agg('(' || contact_word(spelling ->> 'kind', spelling ->> 'text') || ')', ' or ')
      from jsonb_array_elements(jsonb_build_array(each) || coalesce(each -> 'near', '[]')) spelling
    ) || ')', ' and '), 'true') || coalesce((
      select string_agg(' or ' || contact_word('part', spelling), '') from jsonb_array_elements_text(scope -> 'whole') spelling
    ), '') || ')'
  from jsonb_array_elements(scope -> 'words') each
$$;

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
  if (scope ->> 'workflow')::boolean then
    -- What a workflow did last is to wait for its next step.
    parts := parts || format('id in (select w.contact_id from workflow_logs w
      where w.account_id = %L::bigint and w.status = ''waiting'' and not exists (
        select from workflow_logs later where later.contact_id = w.contact_id and later.workflow_name = w.workflow_name
          and (later.at, later.id) > (w.at, w.id)))', app_account_id());
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
  loop
    select string_agg('(' || contact_filter(part.field,
        case part.op when 'not' then 'is' when 'not_empty' then 'empty' else part.op end, choice) || ')', ' or ')
      into any_of from unnest(part.choices) choice;
    parts := parts || format(case when part.op in ('not', 'not_empty') then 'not coalesce(%s, false)' else '(%s)' end,
      '(' || any_of || ')');
  end loop;
  return array_to_string(parts, ' and ');
end $$;

-- The first rows along the names: of the account, or with few owners and pools (arms) the first of each, and how far
-- they tell the order. Edge `true`: they are all there is; null: as far as they go.
create function contact_walk(scope jsonb, base text, direction text, walk int, out source text, out edge text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  owners text := coalesce(scope -> 'owners', '[]')::text;
  pools text := (scope -> 'pools')::text;
  arms int := case when jsonb_typeof(scope -> 'owners') = 'array'
    then jsonb_array_length(scope -> 'owners') + jsonb_array_length(scope -> 'pools') end;
  -- Of one arm.
  most int := walk / greatest(arms, 1);
  arm_of text := 'select %s from contacts where ' || replace(base, '%', '%%') || format(' and %%s order by sort_key %1$s, id %1$s', direction);
  others text;
  of_owners text;
  of_pools text;
  last_of text;
  edge_key text;
  edge_id bigint;
begin
  if arms is null or arms > 50 or scope ->> 'pool' is not null or (scope ->> 'deleted')::boolean then
    source := format('select * from contacts where %1$s order by sort_key %2$s, id %2$s limit %3$s', base, direction, walk);
    return;
  end if;
  owners := format('%L::bigint[]', translate(owners, '[]', '{}'));
  pools := format('%L::bigint[]', translate(pools, '[]', '{}'));
  others := 'pool_id = pool and owner_id <> all(' || owners || ')';
  of_owners := 'select arm.* from unnest(' || owners || ') owner cross join lateral (%s) arm';
  of_pools := 'select arm.* from unnest(' || pools || ') pool cross join lateral (%s) arm';
  source := format(of_owners, format(arm_of, '*', 'owner_id = owner') || ' limit ' || most) || ' union all '
    || format(of_pools, format(arm_of, '*', others) || ' limit ' || most);
  last_of := format(of_owners, format(arm_of, 'sort_key, id', 'owner_id = owner') || ' limit 1 offset ' || most - 1)
    || ' union all ' || format(of_pools, format(arm_of, 'sort_key, id', others) || ' limit 1 offset ' || most - 1);
  execute format('select sort_key, id from (%s) ends order by sort_key %2$s, id %2$s limit 1', last_of, direction)
    into edge_key, edge_id;
  edge := case when edge_id is null then 'true'
    else format('(sort_key, id) %s (%L, %s)', case direction when 'desc' then '>=' else '<=' end, edge_key, edge_id) end;
end $$;

-- As before; what only few can have is not looked for along the names.
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

-- As before, and: `select_n` ends the scope, and what is close stands behind what is exact.
create or replace function select_contact_ids(scope jsonb, first_n bigint default null, last_n bigint default null)
returns table (id bigint) language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  ordering text := contact_order(scope ->> 'order_field');
  direction text := case when (scope ->> 'descending')::boolean then 'desc' else 'asc' end;
  exactness text := case when scope ->> 'match' = 'both' then format('(%s) desc, ', contact_exact(scope)) else '' end;
begin
  if ordering is null then raise exception 'no such order: %', scope ->> 'order_field'; end if;
  return query execute format(
    'select id from (
       select id, row_number() over (order by %1$s%2$s %3$s, id %3$s) as place from contacts where %4$s
       order by place limit %5$L
     ) chosen order by place %6$s limit %7$L',
    exactness, ordering, direction, contact_conditions(scope), least((scope ->> 'select_n')::bigint,
      case when last_n is null then first_n end),
    case when last_n is null then 'asc' else 'desc' end, coalesce(first_n, last_n));
end $$;
