import { isDatabaseAway } from '../../db/database-away.ts';
import { randomBytes } from 'node:crypto';
import type { SealedField } from '#contract/records/sealed-fields.contract.ts';
import { outsideAccounts, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { blindIndex, createSeal, KEY_ID_BYTES, type Seal } from '../../seal.ts';
import {
  type DataKey,
  findDataKey,
  findDataKeys,
  insertDataKey,
  lockDataKey,
  sealDataKeyAnew,
} from './data-keys.sql.ts';

/** Bytes of a key. */
const KEY_BYTES = 32;

/**
 * Milliseconds between two checks for keys encrypted with an old setting. Our choice: changing keys requires a restart
 * anyway.
 */
export const RESEAL_EVERY_MS = 3_600_000;

/** Binds an encrypted key to its business unit; `null` binds it to the blind index. */
export const dataKeyOwner = (unitId: number | null) => (unitId === null ? 'blind-index' : `business-unit:${unitId}`);

const keyIn = (seal: Seal, { business_unit_id, sealed }: Pick<DataKey, 'business_unit_id' | 'sealed'>): Buffer =>
  Buffer.from(seal.open(sealed, dataKeyOwner(business_unit_id)), 'base64');

/** The key of a business unit (`null`: of the blind index of the account), made when it is needed first. */
async function dataKey(tx: Tx, seal: Seal, unitId: number | null): Promise<Buffer> {
  const found = await findDataKey(tx, unitId);
  if (found !== null) return keyIn(seal, found);
  const fresh = randomBytes(KEY_BYTES);
  await insertDataKey(tx, unitId, createSeal([fresh]).keyId, seal.seal(fresh.toString('base64'), dataKeyOwner(unitId)));
  const kept = await findDataKey(tx, unitId);
  if (kept === null) throw new Error('the new data key has no row');
  return keyIn(seal, kept);
}

/** Encrypts data of a business unit (promise P28) with its own key, whose name is the prefix. */
export const unitSeal = async (tx: Tx, seal: Seal, unitId: number): Promise<Pick<Seal, 'seal'>> =>
  createSeal([await dataKey(tx, seal, unitId)]);

/** Returns a decrypter for all of these, of any business unit; `null` when there is nothing to decrypt. */
export async function openerOf(tx: Tx, seal: Seal, sealed: readonly Buffer[]): Promise<Pick<Seal, 'open'> | null> {
  if (sealed.length === 0) return null;
  const names = sealed.map((one) => one.subarray(0, KEY_ID_BYTES));
  const [first, ...others] = (await findDataKeys(tx, names)).map((key) => keyIn(seal, key));
  if (first === undefined) throw new Error('The data key that sealed this is gone.');
  return createSeal([first, ...others]);
}

/** Kinds of values that are found by their hash. */
export type Indexed = SealedField | 'rx_word' | 'suppressed';

type BlindIndexer = (kind: Indexed, value: string) => Buffer;

const indexerBy =
  (key: Buffer): BlindIndexer =>
  (kind, value) =>
    blindIndex(key, kind, value);

/** Search hash of a value: equal for equal values of a kind in one account, regardless of the keys. */
export const blindIndexer = async (tx: Tx, seal: Seal): Promise<BlindIndexer> =>
  indexerBy(await dataKey(tx, seal, null));

/** The same for a search, which makes no key; `null`: the account has none, and no hashes. */
export async function findBlindIndexer(tx: Tx, seal: Seal): Promise<BlindIndexer | null> {
  const key = await findDataKey(tx, null);
  return key && indexerBy(keyIn(seal, key));
}

/**
 * Re-encrypts data keys that weren't encrypted with the first of SECRET_KEYS. Returns their number; one whose key is
 * lost stays unchanged, and is logged.
 */
export async function resealDataKeys({ pool, seal, log }: Pick<Deps, 'pool' | 'seal' | 'log'>): Promise<number> {
  const stale = await outsideAccounts<{ account_id: number; id: number }>(
    pool,
    'select account_id, id from find_stale_data_keys($1)',
    [seal.keyId],
  );
  let done = 0;
  for (const { account_id: accountId, id } of stale) {
    try {
      await withAccount(pool, { accountId }, async (tx) => {
        const key = await lockDataKey(tx, id);
        if (key === null) return;
        const opened = keyIn(seal, key).toString('base64');
        await sealDataKeyAnew(tx, id, seal.seal(opened, dataKeyOwner(key.business_unit_id)));
      });
      done += 1;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log.error({ err: error, data_key: id }, 'a data key cannot be opened: add the key that sealed it to SECRET_KEYS');
    }
  }
  return done;
}
