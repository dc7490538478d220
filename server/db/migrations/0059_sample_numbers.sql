-- batched
-- Imports keep a few cells of each column for the review. Since decision 097 those of Medicare numbers go once an import
-- starts or is canceled; these are of imports of before: by the mapping, the header, or the form of the number.
set local role bellwether_definer;
with held as (
  select i.id, (
    select array_agg((c.value ->> 'index')::int) from jsonb_array_elements(i.columns) c
    where jsonb_array_length(c.value -> 'samples') > 0 and (
      c.value ->> 'suggestion' = 'medicare_number' or i.fields ->> (c.value ->> 'index') = 'medicare_number'
      or regexp_replace(c.value ->> 'header', '[^A-Za-z]', '', 'g')
        ~* '^(mbi(|id|no|number)|.*medicare(id|no|number|idnumber|cardnumber|beneficiary.*)|numerodemedicare)$'
      or exists (select from jsonb_array_elements_text(c.value -> 'samples') sample
        where trim(sample) ~* '^[1-9][a-z][a-z0-9][0-9][ -]?[a-z][a-z0-9][0-9][ -]?[a-z]{2}[0-9]{2}$'))
  ) as at
  from imports i where i.started_at is not null or i.finished_at is not null
), due as (
  select i.id, held.at from imports i join held using (id) where held.at is not null order by i.id limit 1000 for update of i
)
update imports i set
  columns = (
    select jsonb_agg(case when (c.value ->> 'index')::int = any (due.at) then jsonb_set(c.value, '{samples}', '[]') else c.value end
      order by c.ordinality)
    from jsonb_array_elements(i.columns) with ordinality c),
  preview = coalesce((
    select jsonb_agg((
      select coalesce(jsonb_agg(case when cell.ordinality - 1 = any (due.at) then '""' else cell.value end
        order by cell.ordinality), '[]')
      from jsonb_array_elements(line.value) with ordinality cell) order by line.ordinality)
    from jsonb_array_elements(i.preview) with ordinality line), '[]')
from due where due.id = i.id;
