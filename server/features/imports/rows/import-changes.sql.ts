import type { Tx } from '../../../db/tx.ts';

/** A field that an import changes; ids as text, those of tags as a JSON array. */
export interface ImportedChange {
  readonly contact_id: number;
  /** Version that the change leaves. */
  readonly version: number;
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

const named = (value: 'before' | 'after') => `case field
  when 'status_id' then coalesce((select name from statuses where id::text = ${value}), '')
  when 'group_id' then coalesce((select name from groups where id::text = ${value}), '')
  when 'tag_ids' then coalesce((select string_agg(name, ', ' order by lower(name)) from tags
    where id in (select jsonb_array_elements_text(${value}::jsonb)::bigint)), '')
  else ${value} end`;

/** Keeps the values that an import replaced, for the timeline; of a choice or a tag its name now. */
export async function keepChanges(tx: Tx, changes: readonly ImportedChange[]): Promise<void> {
  if (changes.length === 0) return;
  await tx.raw(
    `insert into contact_changes (account_id, contact_id, version, field, before, after)
     select app_account_id(), contact_id, version, field, ${named('before')}, ${named('after')}
     from jsonb_to_recordset($1::jsonb) as c(contact_id bigint, version int, field text, before text, after text)
     on conflict do nothing`,
    [JSON.stringify(changes)],
  );
}
