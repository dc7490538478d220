import type { Body } from '#contract/endpoint.ts';
import type { Call } from '#contract/phone/call.contract.ts';
import type { noteCall as NoteCall, noteCallEvents as NoteCallEvents } from '#contract/phone.contract.ts';
import { writeAudit } from '../../../audit.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import { allowCallsAgain, stopCalls } from '../../compliance/consents.service.ts';
import { type Caller, requireLiveContact } from '../../contacts/contacts.service.ts';
import { tellCall } from './tell-call.ts';
import { countEvents, insertEvents, type NewEvent } from './call-events.sql.ts';
import { type CallRow, changeCall } from './calls.sql.ts';
import { ruleOfKnown } from './call-rule.ts';
import { keepNote } from './keep-note.service.ts';
import { linkRecordings } from '../recordings/recordings.service.ts';
import { callNow, requireCallOf, requireOwnCall } from './own-call.ts';

/** Saves the note and the result, during the call or after it; the last save wins. @throws {Refusal} `not_found` */
export function noteCall(
  deps: Deps,
  caller: Caller,
  { call_id: id, note, disposition }: Body<typeof NoteCall>,
): Promise<Call> {
  const said = {
    ...(note === undefined ? {} : { note }),
    ...(disposition === undefined ? {} : { disposition }),
  };
  return change(deps, caller, id, said, requireOwnCall);
}

/**
 * Sets the contact of a call. @throws {Refusal} `not_found` for the call or the contact, `conflict` for a deleted one.
 */
export function linkCall(
  deps: Deps,
  caller: Caller,
  { call_id: id, contact_id: contactId }: { readonly call_id: number; readonly contact_id: number },
): Promise<Call> {
  return change(deps, caller, id, { contact_id: contactId }, requireCallOf);
}

type Said = Partial<Pick<CallRow, 'note' | 'disposition'>> & { readonly contact_id?: number };

/** One change of a call's notes or outcome, with all consequences. */
function change(
  deps: Deps,
  { identity, requestId }: Caller,
  id: number,
  said: Said,
  require: typeof requireOwnCall,
): Promise<Call> {
  return withAccount(deps.pool, identity, async (tx) => {
    const before = await require(tx, identity, id, said.contact_id === undefined ? [] : [said.contact_id]);
    const at = deps.now();
    const differs = Object.entries(said).some(([column, value]) => before[column as keyof Said] !== value);
    if (!differs) return callNow(tx, identity, id);
    const { contact_id: contactId } = said;
    const about = contactId === undefined ? null : await requireLiveContact(tx, identity, contactId, false);
    const rule = about === null ? {} : await ruleOfKnown(tx, before, about.id);
    const changed = await changeCall(tx, id, { ...said, ...rule });
    const log = (event: Pick<NewEvent, 'kind' | 'body'>) =>
      insertEvents(tx, id, [{ ...event, key: `${event.kind}-${requestId}`, at, userId: identity.userId }]);
    if (about !== null) {
      await writeAudit(tx, identity, requestId, { action: 'call.linked', subjectType: 'call', subjectId: id });
      await log({ kind: 'linked', body: { number: about.number } });
      await linkRecordings(tx, changed, at);
    }
    if (changed.disposition !== before.disposition) {
      await log({ kind: 'noted', body: { disposition: changed.disposition } });
    }
    const stopped = await followDisposition(tx, { who: identity, requestId, at }, changed, before.contact_id);
    await tellCall(tx, await keepNote(tx, stopped, at, before));
    return callNow(tx, identity, id);
  });
}

/** Do Not Call is recorded in the ledger of the call's contact, and only there. */
async function followDisposition(
  tx: Tx,
  writer: Parameters<typeof stopCalls>[1],
  call: CallRow,
  before: number | null,
): Promise<CallRow> {
  const { contact_id: contactId, consent_id: consentId } = call;
  const isStop = call.disposition === 'do_not_call' && contactId !== null;
  let kept = consentId;
  if (kept !== null && before !== null && (!isStop || before !== contactId)) {
    const isGone = await allowCallsAgain(tx, writer, { contactId: before, consentId: kept });
    if (isGone || isStop) kept = null;
  }
  if (kept === null && isStop) kept = await stopCalls(tx, writer, contactId);
  return kept === consentId ? call : changeCall(tx, call.id, { consent_id: kept });
}

/** Keeps keys from the browser apart from those of the line. */
const keyOf = (key: string): string => `browser-${key}`;

/**
 * Milliseconds after the end of a call in which its browser may still report. Our choice: a page that was offline comes
 * back.
 */
const LATE_MS = 600_000;

/** Events that a browser may tell of one call. Ours: one a second for ten minutes. */
const MOST_EVENTS = 600;

/**
 * Adds the browser's facts, up to the limit; no fact is in the future, whatever the browser's clock.
 * @throws {Refusal} `not_found`, `conflict` for a call that ended long ago.
 */
export async function noteBrowserEvents(
  deps: Deps,
  { identity }: Caller,
  { call_id: id, events }: Body<typeof NoteCallEvents>,
): Promise<void> {
  await withAccount(deps.pool, identity, async (tx) => {
    const call = await requireOwnCall(tx, identity, id);
    const [first, last] = [call.created_at.getTime(), deps.now().getTime()];
    if (call.ended_at !== null && last > call.ended_at.getTime() + LATE_MS) {
      throw new Refusal('conflict', 'This call ended too long ago.');
    }
    const room = Math.max(0, MOST_EVENTS - (await countEvents(tx, id, keyOf(''))));
    const within = (at: string) => new Date(Math.min(last, Math.max(first, Date.parse(at))));
    await insertEvents(
      tx,
      id,
      events.slice(0, room).map(({ key, kind, at }) => ({
        key: keyOf(key),
        kind,
        at: within(at),
        body: {},
        userId: identity.userId,
      })),
    );
  });
}
