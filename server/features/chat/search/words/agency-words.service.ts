import { reachOf } from '#rules/access/permissions.ts';
import { withAccount } from '../../../../db/tx.ts';
import type { Deps } from '../../../../deps.ts';
import type { Identity } from '../../../../identity.ts';
import { findAgencyWords } from './agency-words.sql.ts';
import { type AgencyWords, type Vocabulary, vocabularyOf } from './vocabulary.ts';

/** The account's names of its objects, as far as this user may choose them. */
export async function readAgencyWords(deps: Deps, identity: Identity): Promise<AgencyWords> {
  const { roles, userId, businessUnitId } = identity;
  const caller = { reach: reachOf(roles), userId, businessUnitId };
  const words = await withAccount(deps.pool, identity, (tx) => findAgencyWords(tx, caller));
  return { ...words, me: String(userId) };
}

/** The same, ready to be looked up. */
export const readVocabulary = async (deps: Deps, identity: Identity): Promise<Vocabulary> =>
  vocabularyOf(await readAgencyWords(deps, identity));
