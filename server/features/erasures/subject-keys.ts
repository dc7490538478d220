import { randomBytes } from 'node:crypto';
import { isDatabaseAway } from '../../db/database-away.ts';
import { outsideAccounts, type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { createSeal, type Seal } from '../../seal.ts';
import * as rows from './subject-keys.sql.ts';
import type { Subject } from './subject-keys.sql.ts';

/** Bytes of a key. */
const KEY_BYTES = 32;

const nameOf = ({ type, id }: Subject) => `${type}:${id}`;

const sealOfKey = (seal: Seal, subject: Subject, sealed: Buffer): Seal =>
  createSeal([Buffer.from(seal.open(sealed, nameOf(subject)), 'base64')]);

/** Encrypts with the key of a subject, which is made when it is needed first. */
export async function sealFor(tx: Tx, seal: Seal, subject: Subject, text: string): Promise<Buffer> {
  const found = await rows.findKey(tx, subject);
  if (found !== null) return sealOfKey(seal, subject, found).seal(text, nameOf(subject));
  await rows.insertKey(tx, subject, seal.seal(randomBytes(KEY_BYTES).toString('base64'), nameOf(subject)));
  const kept = await rows.findKey(tx, subject);
  if (kept === null) throw new Error('the new key of a subject has no row');
  return sealOfKey(seal, subject, kept).seal(text, nameOf(subject));
}

/** Decrypts what `sealFor` made; `null` when the key of its subject was deleted. */
export async function openFor(tx: Tx, seal: Seal, subject: Subject, sealed: Buffer): Promise<string | null> {
  const found = await rows.findKey(tx, subject);
  return found === null ? null : sealOfKey(seal, subject, found).open(sealed, nameOf(subject));
}

/**
 * Words about people for the detail of an audit row, which is never changed: readable as long as the key of the subject
 * exists (decision 114).
 */
export const auditWords = async (tx: Tx, seal: Seal, subject: Subject, words: Readonly<Record<string, string>>) =>
  (await sealFor(tx, seal, subject, JSON.stringify(words))).toString('base64');

/**
 * Re-encrypts keys that weren't encrypted with the first of SECRET_KEYS. Returns their number; one whose key is lost stays
 * unchanged, and is logged.
 */
export async function resealSubjectKeys({ pool, seal, log }: Pick<Deps, 'pool' | 'seal' | 'log'>): Promise<number> {
  const stale = await outsideAccounts<{ account_id: number; subject_type: string; subject_id: number }>(
    pool,
    'select account_id, subject_type, subject_id from find_stale_subject_keys($1)',
    [seal.keyId],
  );
  let done = 0;
  for (const { account_id: accountId, subject_type: type, subject_id: id } of stale) {
    const subject = { type, id };
    try {
      await withAccount(pool, { accountId }, async (tx) => {
        const sealed = await rows.lockKey(tx, subject);
        if (sealed === null) return;
        await rows.replaceKey(tx, subject, seal.seal(seal.open(sealed, nameOf(subject)), nameOf(subject)));
      });
      done += 1;
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      log.error({ err: error, subject }, 'a key cannot be opened: add the key that sealed it to SECRET_KEYS');
    }
  }
  return done;
}
