import type { ImportCheck } from '#contract/imports.contract.ts';
import { IMPORT_NEW_TAGS_MAX } from '#contract/imports/rows.contract.ts';
import { formatCount } from '#rules/words/format-count.ts';
import type { AttemptRow } from '../attempt.ts';

/** Why an import with this check creates too many tags: a column of notes was matched to tags. `null`: it doesn't. */
export function tagCapFault(
  { columns, fields }: Pick<AttemptRow, 'columns' | 'fields'>,
  check: Pick<ImportCheck, 'new_tags'> | null,
): string | null {
  const count = check?.new_tags?.count ?? 0;
  if (count <= IMPORT_NEW_TAGS_MAX) return null;
  const header = columns.find(({ index }) => fields[String(index)] === 'tags')?.header ?? '';
  return `The column "${header}" would create ${formatCount(count)} tags. An import can create ${IMPORT_NEW_TAGS_MAX}. Match another column to tags, or none.`;
}
