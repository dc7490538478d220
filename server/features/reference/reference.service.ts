import { cleanLine } from '#rules/contacts/contact-name.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { ListName, ListRows, ReferenceList } from './lists.ts';
import * as rows from './reference.sql.ts';

/** Who asks, in which request. */
export interface Asker {
  readonly identity: Identity;
  readonly requestId: string;
}

type List<Name extends ListName> = ReferenceList & { readonly table: Name };

const FOREIGN_KEY_VIOLATION = '23503';

const unknown = ({ said }: ReferenceList) => new Refusal('not_found', `There is no such ${said}.`);

/** The business unit whose rows somebody sees beside the account's; `null`: every unit's. */
const unitSeen = ({ roles, businessUnitId }: Identity): number | null =>
  reachOf(roles) === 'account' ? null : businessUnitId;

const isSeen = (row: { business_unit_id?: number | null }, unit: number | null): boolean =>
  unit === null || row.business_unit_id === undefined || row.business_unit_id === null || row.business_unit_id === unit;

/** The rows that somebody may choose from: those of the account and of their own business unit. */
export const listChoices = <Name extends ListName>(deps: Deps, identity: Identity, list: List<Name>) =>
  withAccount(deps.pool, identity, (tx) => rows.findRows(tx, list, identity.businessUnitId));

/** The rows that somebody may look at, of one business unit when it is named. @throws {Refusal} `refused` for another's. */
export function listRows<Name extends ListName>(
  deps: Deps,
  identity: Identity,
  list: List<Name>,
  unit: number | undefined,
): Promise<ListRows[Name][]> {
  return withAccount(deps.pool, identity, async (tx) => {
    if (list.ofUnits && unit !== undefined) await unitFor(tx, identity, unit);
    const seen = await rows.findRows(tx, list, unitSeen(identity));
    return unit === undefined ? seen : seen.filter((row) => isSeen(row, unit));
  });
}

/** @throws {Refusal} `not_found` when it is unknown or of a business unit that they do not see. */
export function readRow<Name extends ListName>(
  deps: Deps,
  identity: Identity,
  list: List<Name>,
  id: number,
): Promise<ListRows[Name]> {
  return withAccount(deps.pool, identity, (tx) => requireRow(tx, identity, list, id));
}

async function requireRow<Name extends ListName>(
  tx: Tx,
  identity: Identity,
  list: List<Name>,
  id: number,
  lock = false,
): Promise<rows.Stored<ListRows[Name]>> {
  const row = await rows.findRow(tx, list, id, lock);
  if (row === null || !isSeen(row, unitSeen(identity))) throw unknown(list);
  return row;
}

/** As `requireRow`, locked. @throws {Refusal} `access_denied` for rows of the account to who leads a business unit. */
async function requireOwnRow<Name extends ListName>(tx: Tx, identity: Identity, list: List<Name>, id: number) {
  const row = await requireRow(tx, identity, list, id, true);
  if (list.ofUnits && unitSeen(identity) !== null && row.business_unit_id === null) {
    throw new Refusal('access_denied', `This ${list.said} is for the whole account: an administrator changes it.`);
  }
  return row;
}

/** @throws {Refusal} `refused` by field: no name, a name that is taken, a business unit or group that is not there. */
export function createRow<Name extends ListName>(
  deps: Deps,
  { identity, requestId }: Asker,
  list: List<Name>,
  written: rows.Values,
): Promise<ListRows[Name]> {
  const values = { ...readValues(list, written) };
  return withAccount(deps.pool, identity, async (tx) => {
    if (list.ofUnits) values['business_unit_id'] = await unitFor(tx, identity, values['business_unit_id'] ?? null);
    await requireFree(tx, list, values, 0);
    const id = await rows.insertRow(tx, list, values);
    await audit(tx, { identity, requestId }, list, 'created', id, { name: values[list.title] });
    return requireRow(tx, identity, list, id);
  });
}

/** Creates a row, or answers the one of that name, whatever its capitals. */
export function createOrFind<Name extends ListName>(
  deps: Deps,
  asker: Asker,
  list: List<Name>,
  written: rows.Values,
): Promise<ListRows[Name]> {
  const values = readValues(list, written);
  return withAccount(deps.pool, asker.identity, async (tx) => {
    await tx.raw('select pg_advisory_xact_lock(hashtextextended($1, app_account_id()))', [`reference:${list.table}`]);
    const name = String(values[list.title]);
    const known = await rows.findNamed(tx, list, { name, unit: null, besides: 0 });
    if (known !== null) return requireRow(tx, asker.identity, list, known);
    const id = await rows.insertRow(tx, list, values);
    await audit(tx, asker, list, 'created', id, { name });
    return requireRow(tx, asker.identity, list, id);
  });
}

/**
 * Changes a row. Where contacts keep the word itself, those with the old one get the new one by a job.
 * @throws {Refusal} `not_found`, `access_denied`, `refused` by field.
 */
export function updateRow<Name extends ListName>(
  deps: Deps,
  asker: Asker,
  list: List<Name>,
  { id, written }: { id: number; written: rows.Values },
): Promise<ListRows[Name]> {
  const values = readValues(list, written);
  const { identity } = asker;
  return withAccount(deps.pool, identity, async (tx) => {
    const stored = Object.fromEntries(Object.entries(await requireOwnRow(tx, identity, list, id)));
    const changes = Object.fromEntries(Object.entries(values).filter(([column, value]) => stored[column] !== value));
    if (Object.keys(changes).length === 0) return requireRow(tx, identity, list, id);
    await requireFree(tx, list, { ...stored, ...changes }, id);
    await rows.updateRow(tx, list, id, changes);
    const [before, after] = [stored[list.title], changes[list.title]];
    await audit(tx, asker, list, 'updated', id, { fields: Object.keys(changes), before, after: after ?? before });
    if (list.word !== null && typeof before === 'string' && typeof after === 'string' && before !== after) {
      const renameId = await rows.insertRename(tx, { word: list.word, before, after });
      await deps.jobs.enqueue(tx, 'reference.rename', { accountId: identity.accountId, renameId }, String(renameId));
    }
    return requireRow(tx, identity, list, id);
  });
}

/** @throws {Refusal} `not_found`, `access_denied`, `conflict` with how many use it. */
export async function deleteRow(deps: Deps, asker: Asker, list: List<ListName>, id: number): Promise<void> {
  try {
    await removeUnused(deps, asker, list, id);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === FOREIGN_KEY_VIOLATION)) throw error;
    throw new Refusal('conflict', `Something made with this ${list.said} still names it: it stays for its history.`, {
      cause: error,
    });
  }
}

function removeUnused(deps: Deps, asker: Asker, list: List<ListName>, id: number): Promise<void> {
  const { identity } = asker;
  return withAccount(deps.pool, identity, async (tx) => {
    const stored: Readonly<Record<string, unknown>> = { ...(await requireOwnRow(tx, identity, list, id)) };
    const used = await rows.countUses(tx, list, id);
    if (used > 0 && list.uses !== null) {
      const who = `${used.toLocaleString('en-US')} ${used === 1 ? list.uses.one : list.uses.many}`;
      throw new Refusal(
        'conflict',
        `${who} ${used === 1 ? 'uses' : 'use'} this ${list.said}. Give them another one first.`,
      );
    }
    await rows.deleteRow(tx, list, id);
    await audit(tx, asker, list, 'deleted', id, { name: stored[list.title] });
  });
}

/** Text as one clean line; columns that nobody wrote are left out. @throws {Refusal} `refused` without a name. */
function readValues(list: ReferenceList, written: rows.Values): rows.Values {
  const entries = list.columns
    .filter((column) => written[column] !== undefined)
    .map((column) => {
      const value = written[column];
      return [column, typeof value === 'string' ? cleanLine(value) : value] as const;
    });
  const values = Object.fromEntries(entries);
  if (values[list.title] === '') throw refuseField(list.title, `Give the ${list.said} a name.`);
  return values;
}

/** The business unit that somebody names, or theirs. @throws {Refusal} `refused` for one that is not theirs to fill. */
async function unitFor(tx: Tx, identity: Identity, asked: unknown): Promise<number | null> {
  const own = unitSeen(identity);
  if (asked === null) return own;
  const isTheirs = own === null ? await rows.unitExists(tx, Number(asked)) : own === asked;
  if (!isTheirs) throw refuseField('business_unit_id', 'There is no such business unit.');
  return Number(asked);
}

/** @throws {Refusal} `refused` when the name is taken or the group is not there for the row's business unit. */
async function requireFree(tx: Tx, list: ReferenceList, values: rows.Values, id: number): Promise<void> {
  await tx.raw('select pg_advisory_xact_lock(hashtextextended($1, app_account_id()))', [`reference:${list.table}`]);
  const unit = typeof values['business_unit_id'] === 'number' ? values['business_unit_id'] : null;
  const taken = await rows.findNamed(tx, list, { name: String(values[list.title]), unit, besides: id });
  if (taken !== null) throw refuseField(list.title, `Another ${list.said} has this name.`);
  const group = values['agentflow_status_group_id'];
  if (typeof group === 'number' && !(await rows.isGroupOfUnit(tx, group, unit))) {
    throw refuseField('agentflow_status_group_id', 'There is no such agentflow status group.');
  }
}

const audit = (
  tx: Tx,
  { identity, requestId }: Asker,
  { thing }: ReferenceList,
  what: string,
  id: number,
  detail: Record<string, unknown>,
) => writeAudit(tx, identity, requestId, { action: `${thing}.${what}`, subjectType: thing, subjectId: id, detail });
