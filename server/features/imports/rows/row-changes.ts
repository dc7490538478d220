import type { Update } from './chunk-plan.ts';
import type { ContactColumn } from './import-chunk.sql.ts';
import type { ImportedChange } from './import-changes.sql.ts';

/** Replaced values, of several rows for a contact the first and the last ones. */
export function changesOf(updates: readonly Update[]): ImportedChange[] {
  const changes = new Map<string, ImportedChange>();
  for (const { known, values, tagIds } of updates) {
    const { id: contactId, version } = known;
    const keep = (field: string, before: string, after: string) => {
      const key = `${contactId} ${field}`;
      const first = changes.get(key)?.before ?? before;
      changes.set(key, { contact_id: contactId, version: version + 1, field, before: first, after });
    };
    for (const [field, value] of Object.entries(values)) keep(field, known[field as ContactColumn] ?? '', value);
    if (tagIds.length > 0) {
      const key = `${contactId} tag_ids`;
      const had = JSON.parse(changes.get(key)?.after ?? JSON.stringify(known.tag_ids)) as number[];
      keep('tag_ids', JSON.stringify(known.tag_ids), JSON.stringify([...new Set([...had, ...tagIds])]));
    }
  }
  return [...changes.values()];
}
