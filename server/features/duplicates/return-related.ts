import type { Tx } from '../../db/tx.ts';
import { nameOf } from './merge-plan.ts';
import type { MergeRow } from './merges.sql.ts';
import type { Relinked } from './move-related.ts';
import { dropCopiedDismissal } from './pairs.sql.ts';
import {
  addFavoriteAgain,
  findMergeRows,
  MOVED_TABLES,
  moveSealed,
  moveSingle,
  pinAgain,
  relink,
  returnFavorite,
  returnRows,
  returnStop,
  type SimpleKind,
  writeCaptures,
} from './moved-rows.sql.ts';

type Row = Awaited<ReturnType<typeof findMergeRows>>[number];

const KIND_WORDS: Readonly<Record<SimpleKind, readonly [one: string, many: string]>> = {
  notes: ['note', 'notes'],
  files: ['file', 'files'],
  policies: ['policy', 'policies'],
  securities: ['security', 'securities'],
  emails: ['e-mail', 'e-mails'],
  activities: ['activity', 'activities'],
  calls: ['call', 'calls'],
  texts: ['text', 'texts'],
  workflow_logs: ['workflow log entry', 'workflow log entries'],
  consents: ['consent', 'consents'],
  sequences: ['campaign', 'campaigns'],
  workflows: ['workflow', 'workflows'],
  events: ['event', 'events'],
  event_changes: ['change of an event', 'changes of events'],
  aftercares: ['aftercare', 'aftercares'],
  applications: ['application', 'applications'],
  soa_requests: ['scope of appointment', 'scopes of appointment'],
  soa_events: ['step of a scope of appointment', 'steps of scopes of appointment'],
  vendor_leads: ['lead of a vendor', 'leads of vendors'],
  leads: ['request through a public page', 'requests through public pages'],
  decisions: ['decision on reaching them', 'decisions on reaching them'],
};

/**
 * Returns every row that a merge moved, in reverse order. Returns sentences about rows that were changed or couldn't be
 * returned, the contacts whose link changed, and those whose link wasn't restored.
 */
export async function returnRelated(
  tx: Tx,
  merge: MergeRow,
  at: Date,
): Promise<{ kept: string[]; relinked: Relinked[]; unlinked: number[] }> {
  const kept: string[] = [];
  const relinked: Relinked[] = [];
  const unlinked: number[] = [];
  for (const kind of Object.keys(MOVED_TABLES) as SimpleKind[]) {
    const missing = await returnRows(tx, kind, merge.id, merge.survivor_id);
    const [one, many] = KIND_WORDS[kind];
    if (missing > 0)
      kept.push(`${missing} ${missing === 1 ? `${one}` : `${many}`} no longer ${missing === 1 ? 'exists' : 'exist'}.`);
  }
  for (const row of await findMergeRows(tx, merge.id)) {
    if (row.kind === 'links') {
      const [contact] = await relinkBack(tx, row, at);
      if (contact === undefined) unlinked.push(row.contact_id);
      else relinked.push(contact);
      continue;
    }
    const became = await returnRow(tx, merge, row);
    if (became !== 'back') kept.push(wordsOf(merge, row, became));
  }
  return { kept, relinked, unlinked };
}

/** Outcome of a row: restored unchanged; kept; restored with the changes since. */
type Became = 'back' | 'stays' | 'changed';

function wordsOf(
  { people, survivor_id: survivorId }: MergeRow,
  { kind, contact_id: contactId }: Row,
  became: Became,
): string {
  const named = (id: number) => {
    const found = people.find((one) => one.id === id);
    return found === undefined ? '' : nameOf(found);
  };
  const [survivor, other] = [named(survivorId), named(contactId)];
  if (kind === 'stops') return `The merge recorded an opt-out of ${other} again. It stays recorded.`;
  if (kind === 'favorites') return `A favorites list with ${other} was changed since and stays as it is.`;
  const what =
    { data_captures: 'data', medicare_facts: 'Medicare facts', rx_details: 'Rx list' }[kind] ?? 'hidden numbers';
  return became === 'changed'
    ? `The ${what} of ${other} changed since and returned with their current values.`
    : `The ${what} of ${other} changed since and stay with ${survivor}.`;
}

const came = (isBack: boolean): Became => (isBack ? 'back' : 'stays');
const bytes = (of: Row['before']) => Buffer.from((of?.['sealed'] as string | undefined) ?? '', 'base64');

async function returnRow(tx: Tx, { survivor_id: survivor, at: mergedAt }: MergeRow, row: Row): Promise<Became> {
  const { kind, row_key: key, contact_id: contactId, before, after } = row;
  const id = Number(key['id']);
  switch (kind) {
    case 'notes':
      await pinAgain(tx, id);
      return 'back';
    case 'stops':
      await returnStop(tx, id, survivor, contactId);
      return 'stays';
    case 'dismissals':
      await dropCopiedDismissal(tx, Number(key['low_id']), Number(key['high_id']), mergedAt);
      return 'back';
    case 'data_captures':
      if (before !== null) return came(await writeCaptures(tx, survivor, before['captures'], after?.['captures']));
      return returnSingle(tx, kind, survivor, row);
    case 'medicare_facts':
      return returnSingle(tx, kind, survivor, row);
    case 'rx_details':
    case 'sealed_fields': {
      const place = { contactId: survivor, field: kind === 'rx_details' ? null : String(key['field']) };
      return came(await moveSealed(tx, place, contactId, { sealed: bytes(before), expected: bytes(after) }));
    }
    case 'favorites':
      return came(await returnFavoriteRow(tx, row, survivor));
    default:
      throw new RangeError(`A merge moves no ${kind}.`);
  }
}

async function returnSingle(tx: Tx, kind: 'data_captures' | 'medicare_facts', survivor: number, row: Row) {
  const print = await moveSingle(tx, kind, survivor, row.contact_id);
  if (print === null) return 'stays';
  return print === row.after?.['print'] ? 'back' : 'changed';
}

const relinkBack = (tx: Tx, { row_key: key, before, after }: Row, at: Date) =>
  relink(tx, Number(key['id']), { to: linkOf(before), expected: linkOf(after) }, at);

const linkOf = (of: Row['before']) => Number(of?.['linked_contact_id'] ?? 0) || null;

async function returnFavoriteRow(tx: Tx, { row_key: key, contact_id: id, before }: Row, survivor: number) {
  const list = Number(key['list_id']);
  if (before === null) return (await returnFavorite(tx, list, survivor, id)).length > 0;
  await addFavoriteAgain(tx, list, id, String(before['added_at']));
  return true;
}
