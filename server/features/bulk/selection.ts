import { type ContactFilter, type ContactSelection, MAX_SELECTED } from '#contract/contacts/scope.contract.ts';
import { isEmptyOp } from '#rules/contacts/filter-ops.ts';
import { scopeSentence } from '#rules/contacts/scope-sentence.ts';
import { maskDrug } from '#rules/insurance/drug-names.ts';
import { formatCount } from '#rules/words/format-count.ts';
import type { Tx } from '../../db/tx.ts';
import { refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Seal } from '../../seal.ts';
import { type Ground, selectableScope } from '../contacts/list/contact-scope.service.ts';
import { countPicked, findScopeNames, type Picked } from './selection.sql.ts';

/** For other features with rows for a selection. */
export { countPicked, type Picked, pickedIds, unorderedIds } from './selection.sql.ts';

type OfScope = Extract<ContactSelection, { contacts_scope: unknown }>;

/**
 * Resolves a selection for this user, as a source of ids in its order.
 * @throws {Refusal} `refused` by field, `not_found` for a user or pool that isn't visible, `access_denied` for a group
 * that isn't theirs.
 */
export async function pick(ground: Ground, tx: Tx, identity: Identity, selection: ContactSelection): Promise<Picked> {
  if ('ids' in selection) return { ids: [...new Set(selection.ids)] };
  const { contacts_scope, select_n = null, from_end = false, without_ids = [] } = selection;
  const scope = await selectableScope(ground, tx, identity, contacts_scope);
  const [first, last] = from_end ? [null, select_n] : [select_n, null];
  const isWhole = select_n === null && scope.select_n === null;
  return { scope: JSON.stringify(scope), isWhole, first, last, without: without_ids };
}

/** Counts them. @throws {Refusal} `refused` above the limit of one action. */
export async function countOf(tx: Tx, picked: Picked): Promise<number> {
  const count = await countPicked(tx, picked);
  requireCount(count);
  return count;
}

/** @throws {Refusal} `refused` when they are more than one action may mean. */
export function requireCount(count: number): void {
  if (count <= MAX_SELECTED) return;
  throw refuseField('select_n', `Choose up to ${formatCount(MAX_SELECTED)} contacts at a time.`);
}

/** A selection in words: `the first 500 of Mine, state TX`, drugs masked. Empty: chosen one by one. */
export async function sentenceOf(tx: Tx, identity: Identity, selection: ContactSelection): Promise<string> {
  if ('ids' in selection) return '';
  const names = await findScopeNames(tx, identity, selection.contacts_scope.search);
  const { contacts_scope } = withDrugs(selection, maskDrug);
  const scope = scopeSentence(contacts_scope, (id, field) => names.get(`${field} ${id}`));
  return [boundOf(selection) + scope, ...withoutOf(selection)].join(', ');
}

/** Binds the drugs of a stored selection to it. */
const STORED = 'selection';

/** A selection as it is stored beside its contacts: the drugs that it names are encrypted, as prescriptions are. */
export const sealedSelection = (seal: Seal, selection: ContactSelection): ContactSelection =>
  'ids' in selection ? selection : withDrugs(selection, (drug) => seal.seal(drug, STORED).toString('base64'));

/** The selection that was stored. @throws when its key is lost. */
export const openedSelection = (seal: Seal, selection: ContactSelection): ContactSelection =>
  'ids' in selection ? selection : withDrugs(selection, (drug) => seal.open(Buffer.from(drug, 'base64'), STORED));

function withDrugs(selection: OfScope, change: (drug: string) => string): OfScope {
  const changed = (filter: ContactFilter): ContactFilter =>
    filter.field === 'prescription' && !isEmptyOp(filter.op)
      ? { ...filter, value: [filter.value].flat().map(change) }
      : filter;
  const { contacts_scope: scope } = selection;
  return { ...selection, contacts_scope: { ...scope, search: scope.search.map(changed) } };
}

const boundOf = ({ select_n, from_end = false }: OfScope): string =>
  select_n === undefined ? '' : `the ${from_end ? 'last' : 'first'} ${formatCount(select_n)} of `;

const withoutOf = ({ without_ids = [] }: OfScope): string[] =>
  without_ids.length === 0 ? [] : [`without ${formatCount(without_ids.length)} taken out`];
