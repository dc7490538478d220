import type { Prescription } from '#contract/records/rx-details.contract.ts';
import { drugWords } from '#rules/insurance/drug-names.ts';
import { outsideAccounts, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { JobHandlers } from '../../jobs/runner.ts';
import type { JobData } from '../../jobs/job-queue.ts';
import type { Seal } from '../../seal.ts';
import { blindIndexer, openerOf } from './data-keys.ts';
import { replaceRxWords, type RxWord, takeWordless } from './rx-words.sql.ts';

/** For searches by a drug. */
export { hasWordless } from './rx-words.sql.ts';

/** Interval for finding prescriptions without words, in ms. Our choice: the previous release writes them for minutes. */
export const WORDLESS_RX_EVERY_MS = 60_000;

/** Contacts of one transaction. Ours: some tenths of a second. */
const CONTACTS_AT_ONCE = 200;

/** Binds encrypted prescriptions to their contact. */
export const rxOwner = (contactId: number) => `contact:${contactId}:rx_details`;

interface Listed {
  readonly contactId: number;
  readonly prescriptions: readonly Pick<Prescription, 'drug'>[];
}

/** Writes the words by which these prescriptions are found, in the transaction that stores them. */
export async function writeRxWords(tx: Tx, seal: Seal, lists: readonly Listed[]): Promise<void> {
  const hashOf = await blindIndexer(tx, seal);
  const words = lists.flatMap(({ contactId, prescriptions }) =>
    prescriptions.flatMap(({ drug }, place): RxWord[] =>
      drugWords(drug).map((word) => ({ contactId, place, hash: hashOf('rx_word', word) })),
    ),
  );
  await replaceRxWords(
    tx,
    lists.map(({ contactId }) => contactId),
    words,
  );
}

export const recordsJobs = (deps: Deps) =>
  ({
    'records.writeRxWords': (data, signal) => writeMissingWords(deps, data, signal),
  }) satisfies JobHandlers;

/** Gives every account with prescriptions without words its job; where it has one nothing happens. */
export async function resumeRxWords(deps: Pick<Deps, 'pool' | 'jobs'>): Promise<void> {
  const found = await outsideAccounts<{ account_id: number }>(deps.pool, 'select account_id from find_wordless_rx()');
  for (const { account_id: accountId } of found) {
    await withAccount(deps.pool, { accountId }, (tx) =>
      deps.jobs.resume(tx, 'records.writeRxWords', { accountId }, String(accountId)),
    );
  }
}

type Ground = Pick<Deps, 'pool' | 'seal' | 'log'>;

/**
 * Job `records.writeRxWords`: writes the missing words of an account's prescriptions, chunk by chunk. A chunk commits
 * whole, so a killed one is repeated. Prescriptions that can't be decrypted stay without words, which is logged once a run:
 * it repeats every minute until they are removed.
 */
export async function writeMissingWords(
  ground: Ground,
  { accountId }: JobData['records.writeRxWords'],
  signal: AbortSignal,
  most = CONTACTS_AT_ONCE,
): Promise<void> {
  const unread: Unread[] = [];
  let after: number | null = 0;
  while (after !== null && !signal.aborted) {
    const from: number = after;
    const chunk = await withAccount(ground.pool, { accountId }, (tx) => writeChunk(ground.seal, tx, from, most));
    unread.push(...chunk.unread);
    after = chunk.last;
  }
  const [first] = unread;
  if (first === undefined) return;
  const told = { err: first.error, contact: first.contactId, contacts: unread.length };
  ground.log.error(told, "prescriptions can't be decrypted, so no list can be searched by drugs");
}

interface Unread {
  readonly contactId: number;
  readonly error: unknown;
}

/** Answers the last contact of the chunk, `null` if there is none, and those whose prescriptions can't be decrypted. */
async function writeChunk(seal: Seal, tx: Tx, after: number, most: number) {
  const taken = await takeWordless(tx, after, most);
  const lists: Listed[] = [];
  const unread: Unread[] = [];
  for (const { contact_id: contactId, sealed } of taken) {
    try {
      const opener = await openerOf(tx, seal, [sealed]);
      const text = opener?.open(sealed, rxOwner(contactId)) ?? '[]';
      lists.push({ contactId, prescriptions: JSON.parse(text) as Prescription[] });
    } catch (error) {
      if (error instanceof Error && 'severity' in error) throw error;
      unread.push({ contactId, error });
    }
  }
  if (lists.length > 0) await writeRxWords(tx, seal, lists);
  return { last: taken.at(-1)?.contact_id ?? null, unread };
}
