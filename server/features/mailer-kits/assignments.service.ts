import type { Body } from '#contract/endpoint.ts';
import {
  type createMailerAssignment,
  MAX_ASSIGNED,
  type MailerCount,
  type MailerKit,
  type MailerPreview,
} from '#contract/mailer-kits.contract.ts';
import { MAX_PRINT_LIMIT, type PrintJob, type PrintWhat } from '#contract/printing.contract.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { pick, sealedSelection, sentenceOf } from '../bulk/selection.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { seenBy } from '../contacts/contact-visibility.ts';
import { hasFeatureIn, requireFeatureIn } from '../flags/flags.service.ts';
import { queuePrint } from '../printing/prints.service.ts';
import {
  countByKit,
  countReachable,
  findKit,
  findKitState,
  insertAssignment,
  nextToPrint,
  notePrint,
} from './assignments.sql.ts';

type Asked = Body<typeof createMailerAssignment>;

/** @throws {Refusal} `refused` for a kit that is off or not theirs to use. */
async function requireKit(tx: Tx, identity: Identity, id: number): Promise<MailerKit> {
  const kit = await findKit(tx, identity, id);
  if (kit === null) throw refuseField('kit_id', 'Mailer kit not found.');
  return kit;
}

/** @throws {Refusal} `refused` by field, `not_found` for a user or pool of the scope that isn't visible. */
export function previewAssignment(
  deps: Deps,
  identity: Identity,
  { kit_id: kitId, selection }: Asked,
): Promise<MailerPreview> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireKit(tx, identity, kitId);
    const picked = await pick(deps, tx, identity, selection);
    const counted = await countReachable(tx, picked, kitId, await seenBy(tx, identity));
    return {
      ...counted,
      sentence: await sentenceOf(tx, identity, selection),
      too_many: counted.to_assign > MAX_ASSIGNED,
    };
  });
}

/**
 * Assigns a kit to contacts, and prints it for the first of them.
 * @throws {Refusal} `refused` by field, `not_found`, `conflict` when no one would get it.
 */
export function assignKit(deps: Deps, caller: Caller, { kit_id: kitId, selection }: Asked) {
  const { identity, requestId } = caller;
  const { userId, actorId } = identity;
  return withAccount(deps.pool, identity, async (tx) => {
    const kit = await requireKit(tx, identity, kitId);
    const picked = await pick(deps, tx, identity, selection);
    const seen = await seenBy(tx, identity);
    const { to_assign: most } = await countReachable(tx, picked, kitId, seen);
    if (most > MAX_ASSIGNED) throw refuseField('selection', tooMany(most));
    const fresh = {
      kitId,
      userId,
      actorId,
      selection: sealedSelection(deps.seal, selection),
      sentence: await sentenceOf(tx, identity, selection),
    };
    const { id, assigned } = await insertAssignment(tx, fresh, { picked, seen, at: deps.now() });
    if (assigned === 0) {
      throw new Refusal('conflict', 'No one would get this kit: they have it already, or have no postal address.');
    }
    await writeAudit(tx, identity, requestId, {
      action: 'mailer.assigned',
      subjectType: 'mailer_kit',
      subjectId: kitId,
      detail: { assignment_id: id, contacts: assigned },
    });
    return { assignment_id: id, assigned, print: await printNext(deps, tx, caller, kit) };
  });
}

/** Why a contact can't get a kit, in one sentence; `null`: they can. */
export async function kitRefusal(tx: Tx, kitId: number, contactId: number): Promise<string | null> {
  const { has_address: hasAddress, has_kit: hasKit } = await findKitState(tx, kitId, contactId);
  if (hasKit) return 'They have this mailer kit already.';
  return hasAddress ? null : 'No postal address on file.';
}

/**
 * Assigns a kit to one contact, which is locked, in the name of a user who prints it later. Returns its name.
 * @throws {Refusal} `refused` for a kit that is off or not theirs to use, `access_denied` without the feature.
 */
export async function assignOne(
  deps: Pick<Deps, 'config' | 'now'>,
  tx: Tx,
  { identity, requestId }: Caller,
  { kitId, contactId, sentence }: { readonly kitId: number; readonly contactId: number; readonly sentence: string },
): Promise<string> {
  await requireFeatureIn(deps, tx, identity, 'mailer-assignment');
  const kit = await requireKit(tx, identity, kitId);
  const { userId, actorId } = identity;
  const ids = [contactId];
  const fresh = { kitId, userId, actorId, selection: { ids }, sentence };
  const { id } = await insertAssignment(tx, fresh, {
    picked: { ids },
    seen: await seenBy(tx, identity),
    at: deps.now(),
  });
  await writeAudit(tx, identity, requestId, {
    action: 'mailer.assigned',
    subjectType: 'mailer_kit',
    subjectId: kitId,
    detail: { assignment_id: id, contacts: 1 },
  });
  return kit.name;
}

/** True when the user may assign a kit. */
export const mayAssign = async (deps: Pick<Deps, 'config'>, tx: Tx, identity: Identity, id: number): Promise<boolean> =>
  (await hasFeatureIn(deps, tx, identity, 'mailer-assignment')) && (await findKit(tx, identity, id)) !== null;

const tooMany = (count: number): string =>
  `You can assign a kit to up to ${formatCount(MAX_ASSIGNED)} contacts at a time. You selected ${formatCount(count)}.`;

/** Prints a kit for the user's next contacts. @throws {Refusal} `refused`, `conflict` when none is left. */
export const printKit = (deps: Deps, caller: Caller, kitId: number): Promise<PrintJob> =>
  withAccount(deps.pool, caller.identity, async (tx) =>
    printNext(deps, tx, caller, await requireKit(tx, caller.identity, kitId)),
  );

async function printNext(deps: Deps, tx: Tx, caller: Caller, kit: MailerKit): Promise<PrintJob> {
  const ids = await nextToPrint(tx, caller.identity.userId, kit.id, MAX_PRINT_LIMIT);
  if (ids.length === 0) throw new Refusal('conflict', 'Nothing is left to print for this kit.');
  const asked = { selection: { ids }, print: printOf(kit), sentence: `Kit ${kit.name}` };
  const job = await queuePrint(deps, tx, caller, asked);
  await notePrint(tx, kit.id, ids, job.id);
  return job;
}

const printOf = ({ kind, sender, body, per_household }: MailerKit): PrintWhat =>
  kind === 'letters' ? { kind, options: { sender, body } } : { kind, options: { start_at: 1, per_household } };

export const countAssignments = (deps: Deps, identity: Identity): Promise<MailerCount[]> =>
  withAccount(deps.pool, identity, (tx) => countByKit(tx, identity.userId));
