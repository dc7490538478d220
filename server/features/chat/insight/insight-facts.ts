import { brandOf } from '#brands/brand.ts';
import type { ConsentEntry, Decision } from '#contract/compliance.contract.ts';
import type { Contact } from '#contract/contacts.contract.ts';
import type { Note } from '#contract/contacts/notes.contract.ts';
import type { Policy } from '#contract/records/policies.contract.ts';
import type { TimelineEntry } from '#contract/timeline.contract.ts';
import type { ContactEmail } from '#contract/timeline/emails.contract.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { readContactability } from '../../compliance/compliance.service.ts';
import { listConsents } from '../../compliance/consents.service.ts';
import { readContact } from '../../contacts/contacts.service.ts';
import { listHousehold } from '../../contacts/page/household.service.ts';
import { listNotes } from '../../contacts/change/notes.service.ts';
import { hasFeatureIn } from '../../flags/flags.service.ts';
import { listMissedCalls, type MissedCall, openableCalls } from '../../phone/calls/missed-calls.service.ts';
import { ownZone } from '../../profile/own-day.ts';
import { POLICIES } from '../../records/policies.ts';
import { listRecords } from '../../records/records.service.ts';
import { listEmailLogs } from '../../timeline/emails.service.ts';
import { readTimeline } from '../../timeline/timeline.service.ts';
import type { ChatTurn } from '../answer.ts';
import { requireContacts } from '../named-contacts.ts';
import { countRead, type Counts } from './insight-facts.sql.ts';

/** A household member with their coverage. */
export interface HouseholdFact {
  readonly number: number;
  readonly name: string;
  /** `linked`: manually; otherwise their shared values. */
  readonly by: 'linked' | 'phone' | 'address';
  readonly policies: readonly Policy[];
}

/** The last call with the contact. */
export interface LastCall {
  readonly id: number;
  readonly at: string;
  readonly direction: 'inbound' | 'outbound';
  /** User who called or answered; empty: unknown. */
  readonly who: string;
  /** Whole seconds talked. */
  readonly seconds: number;
  /** The call ended with a callback request, and no one has called back. */
  readonly asksBack: boolean;
  /** True when the caller may open the page of the call. */
  readonly opens: boolean;
}

/** Facts of an insight, limited to what the caller may see in the app. */
export interface InsightFacts {
  readonly contact: Contact;
  readonly now: Date;
  /** Current day and zone of the caller. */
  readonly today: string;
  readonly zone: string;
  /** True for brands about Medicare. */
  readonly medicare: boolean;
  readonly counts: Counts;
  /** Changes of the last days, newest first. */
  readonly changes: readonly TimelineEntry[];
  readonly missed: readonly MissedCall[];
  /** `null`: none yet. */
  readonly lastCall: LastCall | null;
  /** Newest first. */
  readonly mails: readonly ContactEmail[];
  /** The pinned one, then newest first. */
  readonly notes: readonly Note[];
  readonly policies: readonly Policy[];
  readonly household: readonly HouseholdFact[];
  /** `null`: the caller has no compliance pages, so nothing is reported. */
  readonly consents: readonly ConsentEntry[] | null;
  readonly decisions: readonly Decision[];
}

const DAY_MS = 86_400_000;
/** Days that are looked back at for what changed and what was missed. Ours. */
export const LOOKED_BACK_DAYS = 30;
/** Entries, notes, mails and people that are read at most. Ours: an insight shows eight points. */
const READ = { changes: 60, notes: 3, mails: 20, household: 4 } as const;

/**
 * Reads everything with the caller's rights. @throws {Refusal} `not_found`, `access_denied`, `conflict` for a deleted
 * contact.
 */
export async function readFacts(
  deps: Deps,
  { identity, now, today }: Pick<ChatTurn, 'identity' | 'now' | 'today'>,
  number: number,
): Promise<InsightFacts> {
  requireContacts(identity);
  const contact = await readContact(deps, identity, 'number', number);
  if (contact.deleted_at !== null) throw new Refusal('conflict', 'This contact is deleted.');
  const { id } = contact;
  const since = new Date(now.getTime() - LOOKED_BACK_DAYS * DAY_MS);
  const { zone, counts, ledger } = await withAccount(deps.pool, identity, async (tx) => ({
    zone: await ownZone(tx, identity.userId),
    counts: await countRead(tx, id),
    ledger: await hasFeatureIn(deps, tx, identity, 'compliance'),
  }));
  const changes = await readTimeline(deps, identity, id, { kind: 'changes', limit: READ.changes });
  return {
    contact,
    now,
    today,
    zone,
    medicare: brandOf(deps.config.brand).trade === 'insurance',
    counts,
    changes: changes.data.filter(({ at }) => Date.parse(at) >= since.getTime()),
    missed: await listMissedCalls(deps, identity, id, since),
    lastCall: await readLastCall(deps, identity, id),
    mails: (await listEmailLogs(deps, identity, id, { page: 1, limit: READ.mails })).data,
    notes: (await listNotes(deps, identity, id, { page: 1, limit: READ.notes })).data,
    policies: await listRecords(deps, identity, POLICIES, id),
    household: await readHousehold(deps, identity, contact),
    consents: ledger ? await listConsents(deps, identity, id) : null,
    decisions: ledger ? await readContactability(deps, identity, id) : [],
  };
}

async function readLastCall(deps: Deps, identity: Identity, contactId: number): Promise<LastCall | null> {
  const { data } = await readTimeline(deps, identity, contactId, { kind: 'calls', limit: 1 });
  const [last] = data;
  if (last?.what.of !== 'call') return null;
  const { id, direction, seconds, disposition } = last.what;
  const opens = (await openableCalls(deps, identity, [id])).has(id);
  const who = last.acting_as?.name ?? last.actor?.name ?? '';
  return { id, at: last.at, direction, who, seconds, asksBack: disposition === 'call_back', opens };
}

/** Linked contacts first, then those with shared values. */
async function readHousehold(deps: Deps, identity: Identity, contact: Contact): Promise<HouseholdFact[]> {
  const { members } = await listHousehold(deps, identity, contact.id);
  const linked = contact.linked_contact;
  const people = [
    ...(linked === null ? [] : [{ ...linked, by: 'linked' as const }]),
    ...members
      .filter(({ id }) => id !== linked?.id)
      .map(({ id, number, first_name, last_name, reasons }) => ({
        id,
        number,
        name: `${first_name} ${last_name}`.trim(),
        by: reasons.includes('phone') ? ('phone' as const) : ('address' as const),
      })),
  ].slice(0, READ.household);
  const household: HouseholdFact[] = [];
  for (const { id, ...person } of people) {
    household.push({ ...person, policies: await listRecords(deps, identity, POLICIES, id) });
  }
  return household;
}
