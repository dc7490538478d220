-- batched
set local role bellwether_definer;
update contacts set undone_at = deleted_at
where id in (
  select c.id from contacts c join imports i on i.id = c.import_id
  where c.deleted_at is not null and c.undone_at is null and c.merged_into_id is null and i.status in ('undoing', 'undone')
    and not exists (select from import_kept_rows k where k.import_id = i.id and k.row_number = c.import_row)
  order by c.id limit 1000 for update of c);
