import { createHash, randomUUID } from 'node:crypto';
import type {
  Application,
  ApplicationForm,
  listApplications as ListApplications,
} from '#contract/fire-light.contract.ts';
import type { Reply } from '#contract/endpoint.ts';
import type { ApplicationFacts } from '../../adapters/applications/application-desk.ts';
import { writeAudit } from '../../audit.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { type Caller, type FoundContact, requireContact, requireLiveContact } from '../contacts/contacts.service.ts';
import {
  type ApplicationRow,
  findAgent,
  findApplication,
  findApplications,
  insertApplication,
} from './fire-light.sql.ts';

/** @throws {Refusal} `conflict` where this server has no FireLight, and as the desk's. */
export async function openDashboard(deps: Deps, { identity, requestId }: Caller): Promise<{ url: string }> {
  if (deps.applications === null) throw new Refusal('conflict', "FireLight isn't set up on this server.");
  const agent = await withAccount(deps.pool, identity, (tx) => findAgent(tx, identity.userId));
  const url = await deps.applications.dashboard({ reference: randomUUID(), at: deps.now() }, agent);
  await withAccount(deps.pool, identity, (tx) => writeAudit(tx, identity, requestId, { action: 'fire_light.opened' }));
  return { url };
}

/**
 * Hands what is known of a contact to the desk and writes the application down; without a desk it is a fact sheet. A request
 * with the same key is the same application there, even when this process died before it wrote it down.
 * @throws {Refusal} `refused` by field, `conflict` when the contact is deleted or has died, and as the desk's.
 */
export async function startApplication(
  deps: Deps,
  { identity, requestId }: Caller,
  key: string,
  { contact_id: contactId, product }: ApplicationForm,
): Promise<Application> {
  const [contact, agent] = await withAccount(deps.pool, identity, async (tx) => [
    await requireApplicant(requireLiveContact(tx, identity, contactId, false)),
    await findAgent(tx, identity.userId),
  ]);
  const named = { reference: referenceOf(key), at: deps.now() };
  await deps.applications?.start(named, { product, applicant: contact, agent } satisfies ApplicationFacts);
  return withAccount(deps.pool, identity, async (tx) => {
    const desk = deps.applications === null ? 'sheet' : 'firelight';
    const row = { contactId, product, desk, userId: identity.userId, ...named } as const;
    const id = await insertApplication(tx, row);
    await writeAudit(tx, identity, requestId, {
      action: 'fire_light.application_started',
      subjectType: 'contact',
      subjectId: contactId,
      detail: { product, reference: named.reference },
    });
    const found = await findApplication(tx, contactId, id);
    if (found === null) throw new Error('The application is gone.');
    return toApplication(deps, contactId, found);
  });
}

/** A UUID of the key. */
const referenceOf = (key: string): string =>
  createHash('sha256')
    .update(key)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/u, '$1-$2-8$3-8$4-$5');

async function requireApplicant(found: Promise<FoundContact>): Promise<FoundContact> {
  try {
    const contact = await found;
    if (contact.died_on === null) return contact;
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    throw refuseField('contact_id', 'Contact not found.');
  }
  throw new Refusal('conflict', 'This contact has died.');
}

/** @throws {Refusal} `not_found` */
export function listApplications(
  deps: Deps,
  identity: Identity,
  contactId: number,
): Promise<Reply<typeof ListApplications>> {
  return withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    const rows = await findApplications(tx, contactId);
    return {
      data: rows.map((row) => toApplication(deps, contactId, row)),
      meta: { desk: deps.applications === null ? 'sheet' : 'firelight' },
    };
  });
}

/** An application of FireLight's whose settings are gone opens its fact sheet. */
function toApplication({ applications }: Deps, contactId: number, row: ApplicationRow): Application {
  const url =
    row.desk === 'firelight' && applications !== null
      ? applications.urlOf(row.reference)
      : `/v1/contacts/${contactId}/applications/${row.id}/fact_sheet`;
  return { ...row, started_at: row.started_at.toISOString(), url };
}
