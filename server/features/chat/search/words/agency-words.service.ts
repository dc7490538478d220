import { reachOf } from '#rules/access/permissions.ts';
import { withAccount } from '../../../../db/tx.ts';
import type { Deps } from '../../../../deps.ts';
import type { Identity } from '../../../../identity.ts';
import { findAgencyWords } from './agency-words.sql.ts';
import { type Vocabulary, vocabularyOf } from './vocabulary.ts';

/** The account's names of its objects, as far as this user may choose them. */
export async function readVocabulary(deps: Deps, identity: Identity): Promise<Vocabulary> {
  const { roles, userId, businessUnitId } = identity;
  const caller = { reach: reachOf(roles), userId, businessUnitId };
  const words = await withAccount(deps.pool, identity, (tx) => findAgencyWords(tx, caller));
  return vocabularyOf({ ...words, me: String(userId) });
}
