import { type AttemptRow, correctedRows, otherColumns, planOf } from '../attempt.ts';
import type { RunFrame } from '../rows/chunk-plan.ts';
import { plannedTags } from '../rows/row-tags.ts';
import type { RowChoices } from '../cells/row-values.ts';

/** Constants of an import's run and of the plan of it. */
export const frameOf = (row: AttemptRow, choices: RowChoices, touched: Map<number, number>, now: Date): RunFrame => ({
  accountId: row.account_id,
  importId: row.id,
  authorId: row.user_id,
  ownerId: row.owner_id,
  businessUnitId: row.owner_business_unit_id,
  poolId: row.pool_id,
  tagIds: row.tag_ids,
  newTagId: row.new_tag_id,
  apiVendorId: row.api_vendor_id,
  contactType: row.contact_type,
  scrub: row.scrub_against,
  updatedTagIds: row.updated_tag_ids,
  others: otherColumns(row),
  corrects: correctedRows(row),
  numberBase: row.number_base ?? 0,
  whenKnown: row.when_known,
  fields: planOf(row).fields,
  rules: planOf(row, undefined, choices),
  fileName: row.file_name,
  optOuts: null,
  uploadedAt: row.created_at,
  actorId: row.actor_id,
  touched,
  tagIdOf: plannedTags(choices.tags),
  seal: null,
  makeTag: null,
  now,
});
