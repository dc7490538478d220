-- Where the ids of choices stand.
create or replace function contact_choice(field text) returns text language sql immutable
  return case when field in ('status', 'agentflow_status', 'group', 'pool', 'owner', 'api_vendor') then field || '_id'
    when field = 'import_id' then field end;

-- Nothing stands in a field.
create or replace function contact_empty(field text) returns text language plpgsql stable set search_path = public, pg_temp as $$
begin
  case
    when field in ('phone', 'email', 'gender', 'language') then return format('coalesce(%I, '''') = ''''', field);
    when field in ('first_name', 'last_name', 'city', 'state', 'zip_code', 'category', 'source', 'company') then
      return format('%I = ''''', field);
    when field = 'tag' then return 'tag_ids = ''{}''';
    when field = 'policy_type' then return 'not ' || contact_with_policy('true');
    when field = 'note' then
      return format('id not in (select n.contact_id from notes n where n.account_id = %L::bigint)', app_account_id());
    when field = 'prescription' then
      return format('id not in (select x.contact_id from rx_words x where x.account_id = %L::bigint)', app_account_id());
    when field in ('consent', 'opt_out') then
      return format('not (%s or %s or %s)', contact_said('call', field = 'opt_out'), contact_said('text', field = 'opt_out'),
        contact_said('mail', field = 'opt_out'));
    else return format('%I is null', case when field in ('birth_month', 'age') then 'dob' else coalesce(contact_choice(field), field) end);
  end case;
end $$;

-- The words as they are written.
create or replace function contact_exact(scope jsonb) returns text language sql stable set search_path = public, pg_temp as $$
  select coalesce(string_agg('(' || contact_word(each ->> 'kind', each ->> 'text') || ')', ' and '), 'true')
  from jsonb_array_elements(scope -> 'words') each
$$;

-- The same, each of them in any of its spellings.
create or replace function contact_near(scope jsonb) returns text language sql stable set search_path = public, pg_temp as $$
  select '(' || coalesce(string_agg('(' || (
      select string_agg('(' || contact_word(spelling ->> 'kind', spelling ->> 'text') || ')', ' or ')
      from jsonb_array_elements(jsonb_build_array(each) || coalesce(each -> 'near', '[]')) spelling
    ) || ')', ' and '), 'true') || coalesce((
      select string_agg(' or ' || contact_word('part', spelling), '') from jsonb_array_elements_text(scope -> 'whole') spelling
    ), '') || ')'
  from jsonb_array_elements(scope -> 'words') each
$$;

-- The first rows along the names: of the account, or with few owners and pools (arms) the first of each, and how far
-- they tell the order. Edge `true`: they are all there is; null: as far as they go.
create or replace function contact_walk(scope jsonb, base text, direction text, walk int, out source text, out edge text)
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

create or replace function learn_changed_words() returns trigger language plpgsql as $$
begin
  perform learn_words(new.account_id, string_to_array(new.sort_key, chr(1))
    || array[fold(new.city), fold(new.company), lower(split_part(new.email, '@', 2))]);
  return null;
end $$;

create or replace function learn_contact_words() returns trigger language plpgsql as $$
begin
  perform learn_words(told.account_id, array_agg(told.text)) from (
    select account_id, string_to_table(sort_key, chr(1)) as text from added
    union select account_id, fold(city) from added
    union select account_id, fold(company) from added
    union select account_id, lower(split_part(email, '@', 2)) from added where email is not null
  ) told group by told.account_id;
  return null;
end $$;

-- Puts what is new of these texts into the dictionary.
create or replace function learn_words(account bigint, texts text[]) returns void language sql as $$
  insert into contact_words (account_id, word, keys)
  select account, heard.word, word_keys(heard.word) from (
    select each as word from unnest(texts) each
    union select part from unnest(texts) each, string_to_table(each, ' ') part where each like '% %'
  ) heard
  where char_length(heard.word) between 3 and 40 and heard.word !~ '[0-9@]'
    and not exists (select from contact_words known where known.account_id = account and known.word = heard.word)
$$;

-- Words of the account's dictionary that share a key with these, the nearest first; `asked` counts from 1.
create or replace function near_words(texts text[]) returns table (asked bigint, folded text, word text, alike boolean)
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

-- Its letters, whole and without one of them, and how it sounds. Words that one letter more, less, other or swapped
-- tells apart share a key.
create or replace function word_keys(word text) returns text[] language sql immutable parallel safe set search_path = public, pg_temp
begin atomic
  select array(
    select letters
    union select left(letters, i - 1) || substr(letters, i + 1) from generate_series(1, char_length(letters)) i
      where char_length(letters) between 3 and 24
    union select '~' || dmetaphone(letters) where letters ~ '^[a-z]{3,}$')
  from word_letters(word) letters;
end;

-- A folded word without spaces, apostrophes and hyphens.
create or replace function word_letters(word text) returns text language sql immutable parallel safe
  return regexp_replace(word, '[[:punct:][:space:]]+', '', 'g');
