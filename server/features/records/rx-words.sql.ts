import type { Tx } from '../../db/tx.ts';

/** A search word of one prescription of a contact. */
export interface RxWord {
  readonly contactId: number;
  /** Index of the prescription in its list. */
  readonly place: number;
  readonly hash: Buffer;
}

/** Replaces the words of these contacts' prescriptions, and notes that those of the stored version are written. */
export async function replaceRxWords(tx: Tx, contactIds: readonly number[], words: readonly RxWord[]): Promise<void> {
  await tx.raw('delete from rx_words where contact_id = any($1::bigint[])', [contactIds]);
  await tx.raw(
    `insert into rx_words (contact_id, place, account_id, hash)
     select contact_id, place, app_account_id(), hash from unnest($1::bigint[], $2::int[], $3::bytea[]) as w(contact_id, place, hash)`,
    [words.map(({ contactId }) => contactId), words.map(({ place }) => place), words.map(({ hash }) => hash)],
  );
  await tx.raw('update rx_details set words_version = version where contact_id = any($1::bigint[])', [contactIds]);
}

export interface WordlessRx {
  readonly contact_id: number;
  readonly sealed: Buffer;
}

/**
 * Locks the account's next prescriptions whose words aren't written, by contact. Those that a writer has locked are left
 * out: a writer writes the words itself.
 */
export const takeWordless = (tx: Tx, after: number, most: number): Promise<WordlessRx[]> =>
  tx.raw(
    `select contact_id, sealed from rx_details
     where account_id = app_account_id() and words_version is distinct from version and contact_id > $1
     order by contact_id limit $2 for update skip locked`,
    [after, most],
  );

/** True when words of the account's prescriptions are missing, so that a search would leave contacts out. */
export async function hasWordless(tx: Tx): Promise<boolean> {
  const rows = await tx.raw<{ some: boolean }>(
    `select exists (select from rx_details
       where account_id = app_account_id() and words_version is distinct from version) as some`,
  );
  return rows[0]?.some === true;
}
