import { withAccount } from '../../db/tx.ts';
import type { Tx } from '../../db/tx.ts';
import type { ErasurePatch, ErasureRow } from './erasures.sql.ts';
import type { Person } from './identifiers.ts';
import { type Ground, inStep } from './in-step.ts';
import { type Mask, maskOf } from './mask.ts';
import { removeImportFile } from './person-files.ts';
import { openPerson, settleReason } from './person-seal.ts';
import { type Place, PLACES } from './places.ts';
import { deleteKeys } from './subject-keys.sql.ts';
import * as rows from './traces.sql.ts';

/** Takes the place of a person's value. Names of saved views have to differ. */
const tokenOf = ({ id }: ErasureRow) => `[erased ${id}]`;

/** Removes what names the person in one place after another; the last of them ends the erasure. */
export async function tracesStep(deps: Ground, erasure: ErasureRow): Promise<void> {
  const { account_id: accountId, cursor } = erasure;
  const place = PLACES[cursor];
  if (place?.hasImportFile === true) {
    const imports = await withAccount(deps.pool, { accountId }, async (tx) =>
      rows.findImportsNaming(tx, place, (await openPerson(tx, deps.seal, erasure)).alone),
    );
    for (const id of imports) await removeImportFile(deps, accountId, id);
  }
  await inStep(deps, erasure, async (tx) => {
    const person = await openPerson(tx, deps.seal, erasure);
    const mask = maskOf(person.alone, tokenOf(erasure));
    if (place === undefined) return finish(deps, tx, erasure, { person, mask });
    await clear(tx, place, person, mask);
    return { cursor: cursor + 1 };
  });
  if (place === undefined) {
    deps.log.info({ erasure: { account_id: accountId, contact_id: erasure.contact_id } }, 'contact erased');
  }
}

async function clear(tx: Tx, place: Place, { alone }: Person, mask: Mask): Promise<void> {
  if (alone.texts.length === 0 && alone.phones.length === 0) return;
  for (let after = '(0,0)'; ; ) {
    const page = await rows.findTraces(tx, place, alone, after);
    // The patterns of the database find more than the mask, such as a part of a word.
    const found = page.flatMap((trace) => {
      const values = mask(trace.values);
      return JSON.stringify(values) === JSON.stringify(trace.values) ? [] : [{ ...trace, values }];
    });
    if (place.forget !== undefined && found.length > 0) await rows.forgetTraces(tx, place.forget, found);
    if (place.forget === undefined) for (const trace of found) await rows.replaceTrace(tx, place, trace);
    if (place.shreds !== undefined) {
      await deleteKeys(
        tx,
        place.shreds,
        found.flatMap(({ id }) => id ?? []),
      );
    }
    const last = page.at(-1);
    if (last === undefined || page.length < rows.ALL_FOUND) return;
    after = last.at;
  }
}

/** From here on, only what the law keeps tells who the person was. */
async function finish(
  { seal, now }: Ground,
  tx: Tx,
  erasure: ErasureRow,
  { person, mask }: { readonly person: Person; readonly mask: Mask },
): Promise<ErasurePatch> {
  await rows.forgetAnswers(tx, erasure.created_at);
  await rows.forgetWords(tx, person.learned);
  const reason = await settleReason(tx, seal, erasure, mask);
  await deleteKeys(tx, 'erasing', [erasure.id]);
  return { status: 'done', reason, identifiers: null, finished_at: now() };
}
