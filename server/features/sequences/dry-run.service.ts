import { sql } from 'kysely';
import type { Body, Reply } from '#contract/endpoint.ts';
import {
  DRY_RUN_DAYS,
  type dryRunTrigger,
  type PlannedSend,
  type SequenceContent,
} from '#contract/sequences.contract.ts';
import { contactName } from '#rules/contacts/contact-name.ts';
import { type DatedKind, occasionsOf } from '#rules/sequences/dated-occasions.ts';
import { forecast } from '#rules/sequences/forecast.ts';
import { begun, follow, isDated, planOf, type SequenceState, startsOnDay, zoneOf } from '#rules/sequences/sequence.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { deciderFor } from '../compliance/may-be-reached.ts';
import { seenIn } from '../contacts/contact-visibility.sql.ts';
import { seenBy } from '../contacts/contact-visibility.ts';
import { dayOf, findDays } from './enroll-dated.ts';
import { type EnrollmentRow, stateOf } from './enrollments.sql.ts';
import { findReached, type ReachedContact } from './reached-contact.ts';
import { metaOf, requireTrigger } from './sequences.service.ts';
import { contentOf, findVersion, type TriggerRow } from './trigger-versions.ts';

const DAY_MS = 24 * 3_600_000;
/** Contacts of a dry run at most. Ours. */
const MOST = 10_000;

/** A contact whose sequence continues, or would begin. */
interface Candidate {
  readonly contactId: number;
  readonly state: SequenceState;
  /** `null`: it would begin with the trigger as it is now. */
  readonly versionId: number | null;
  readonly isEnrolled: boolean;
}

/**
 * Forecasts a trigger by the rules that send it: those in its sequence, and those whose day comes. A page is of contacts, each
 * with all that happens to it.
 * @throws {Refusal} `not_found`
 */
export function dryRun(
  deps: Deps,
  identity: Identity,
  id: number,
  { page, limit }: Body<typeof dryRunTrigger>,
): Promise<Reply<typeof dryRunTrigger>> {
  return withAccount(deps.pool, identity, async (tx) => {
    const trigger = await requireTrigger(tx, identity, id);
    const from = deps.now().getTime();
    const until = from + DRY_RUN_DAYS * DAY_MS;
    const all = await findCandidates(tx, identity, trigger, { from, until });
    const shown = all.slice((page - 1) * limit, page * limit);
    const contacts = await findReached(
      tx,
      shown.map(({ contactId }) => contactId),
    );
    const present = await contentOf(tx, trigger);
    const data: PlannedSend[] = [];
    for (const one of shown) {
      const contact = contacts.get(one.contactId);
      if (contact === undefined) continue;
      const content = one.versionId === null ? present : (await findVersion(tx, one.versionId)).content;
      data.push(...(await planned(deps, tx, { contact, content, trigger, one }, { from, until })));
    }
    return { data, meta: metaOf(page, limit, all.length) };
  });
}

interface Span {
  readonly from: number;
  readonly until: number;
}

interface Planned {
  readonly contact: ReachedContact;
  readonly content: SequenceContent;
  readonly trigger: TriggerRow;
  readonly one: Candidate;
}

async function planned(
  { seal }: Pick<Deps, 'seal'>,
  tx: Tx,
  { contact, content, trigger, one: { state, versionId, isEnrolled } }: Planned,
  span: Span,
): Promise<PlannedSend[]> {
  const decide = await deciderFor(tx, seal, contact, new Date(span.from));
  const channel = content.channel === 'sms' ? 'text' : 'mail';
  const plan = planOf(content, isDated(trigger.trigger), zoneOf(contact, contact.zone));
  const known = versionId === null ? follow(plan, state, { type: 'pinned' }) : state;
  const looks = forecast(plan, known, span, (at) => decide({ channel, purpose: 'automated', at }));
  return looks.map(({ step, at, outcome, note }) => ({
    contact: { id: contact.id, number: contact.number, name: contactName(contact) },
    step: step + 1,
    at: new Date(at).toISOString(),
    outcome,
    note,
    enrolled: isEnrolled,
  }));
}

/** Contacts in the order of their next step. */
async function findCandidates(tx: Tx, identity: Identity, trigger: TriggerRow, span: Span): Promise<Candidate[]> {
  const seen = seenIn(await seenBy(tx, identity));
  const running = await tx.all<EnrollmentRow>(
    sql<EnrollmentRow>`select e.id, e.trigger_id, e.version_id, e.contact_id, e.occasion, e.status, e.step, e.due_at,
        e.held_since, e.reason, e.note
      from sequence_enrollments e join contacts c on c.id = e.contact_id
      where e.trigger_id = ${trigger.id} and e.status in ('waiting', 'held') and e.due_at <= ${new Date(span.until)}
        and c.deleted_at is null and ${seen} order by e.due_at, e.id limit ${MOST}`,
  );
  const enrolled = running.map((row) => ({
    contactId: row.contact_id,
    state: stateOf(row),
    versionId: row.version_id,
    isEnrolled: true,
  }));
  const coming = startsOnDay(trigger.trigger) ? await findComing(tx, trigger, span, seen) : [];
  const busy = new Set(enrolled.map(({ contactId }) => contactId));
  return [...enrolled, ...coming.filter(({ contactId }) => !busy.has(contactId))].toSorted(
    (a, b) => (a.state.at ?? 0) - (b.state.at ?? 0) || a.contactId - b.contactId,
  );
}

async function findComing(tx: Tx, trigger: TriggerRow, { from, until }: Span, seen: ReturnType<typeof seenIn>) {
  const within = { after: from, until };
  const days = await findDays(tx, trigger, within, null, MOST);
  const ids = [...new Set(days.map(({ contact_id: id }) => id))];
  const visible = await tx.all<{ id: number }>(
    sql<{ id: number }>`select c.id from contacts c where c.id = any(${ids}::bigint[]) and ${seen}`,
  );
  const isVisible = new Set(visible.map(({ id }) => id));
  const contacts = await findReached(tx, [...isVisible]);
  const found = new Map<string, Candidate>();
  const { inactive_days: inactiveDays } = trigger;
  for (const row of days) {
    const contactId = row.contact_id;
    const contact = contacts.get(contactId);
    if (contact === undefined) continue;
    const [zone, of] = [zoneOf(contact, contact.zone), dayOf(row, contact)];
    for (const { day, at } of occasionsOf(trigger.trigger as DatedKind, of, zone, { ...within, inactiveDays })) {
      found.set(`${contactId} ${day}`, { contactId, state: begun(at), versionId: null, isEnrolled: false });
    }
  }
  return [...found.values()];
}
