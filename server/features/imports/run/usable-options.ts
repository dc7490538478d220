import type { ImportOptions } from '#contract/imports.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import { findChoices, type Viewer } from '../imports.sql.ts';

/** Saved options without references that are deleted or not visible to the viewer: an owner, a pool, tags. */
export async function usableOptions(tx: Tx, viewer: Viewer, options: ImportOptions): Promise<ImportOptions> {
  const { owner, pool, scrub_against: scrub, ...rest } = options;
  const [tags, updatedTags] = [await existing(tx, options.tags), await existing(tx, options.updated_lead_tags)];
  const found = await findChoices(tx, viewer, {
    owner: owner ?? viewer.userId,
    pool: pool ?? null,
    tags: [],
    updatedTags: [],
    scrub: scrub ? { pool: scrub.pool ?? null } : null,
  });
  return {
    ...rest,
    ...(owner !== undefined && found.owner && { owner }),
    ...(pool !== undefined && found.pool && { pool }),
    ...(scrub !== undefined && found.scrubPool && { scrub_against: scrub }),
    ...(options.tags && { tags }),
    ...(options.updated_lead_tags && { updated_lead_tags: updatedTags }),
  };
}

async function existing(tx: Tx, tags: readonly number[] = []): Promise<number[]> {
  if (tags.length === 0) return [];
  const rows = await tx.raw<{ id: number }>('select id from tags where id = any($1::bigint[]) order by id', [tags]);
  return rows.map(({ id }) => id);
}
