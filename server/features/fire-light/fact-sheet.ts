import { PRODUCT_NAMES } from '#rules/insurance/application-products.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { requireContact } from '../contacts/contacts.service.ts';
import { bytesOf, INCH, openPaper } from '../printing/paper.ts';
import { findAgent, findApplication } from './fire-light.sql.ts';

type Lines = readonly (readonly [label: string, value: string])[];

/**
 * What an application asks for and the agency knows, as a PDF; what is unknown is a blank line to fill in.
 * @throws {Refusal} `not_found`
 */
export async function factSheet(
  deps: Deps,
  identity: Identity,
  { id, applicationId }: { readonly id: number; readonly applicationId: number },
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const { contact, agent, application } = await withAccount(deps.pool, identity, async (tx) => ({
    contact: await requireContact(tx, identity, id),
    agent: await findAgent(tx, identity.userId),
    application: await findApplication(tx, id, applicationId),
  }));
  // As for a contact that isn't there.
  if (application === null) throw new Refusal('not_found', 'Contact not found.');
  const title = `Application: ${PRODUCT_NAMES[application.product]}`;
  const lines: Lines = [
    ['First name', contact.first_name],
    ['Last name', contact.last_name],
    ['Date of birth', contact.dob === null ? '' : formatPlainDate(contact.dob)],
    ['Gender', contact.gender ?? ''],
    ['Address', contact.address],
    ['City, state, ZIP', [contact.city, `${contact.state} ${contact.zip_code}`.trim()].filter(Boolean).join(', ')],
    ['Phone', contact.phone === null ? '' : formatPhone(contact.phone)],
    ['E-mail', contact.email ?? ''],
    ['Agent', `${agent.first_name} ${agent.last_name}`.trim()],
    ['Agent’s NPN', agent.npn],
    ['Reference', application.reference],
  ];
  const paper = openPaper({ title, author: `${agent.first_name} ${agent.last_name}`, at: application.started_at });
  const parts: Buffer[] = [];
  for await (const part of bytesOf(paper, draw(paper, title, lines))) parts.push(part);
  return { name: `application-${application.id}.pdf`, bytes: Buffer.concat(parts) };
}

const BLANK = '_'.repeat(40);

async function* draw(paper: ReturnType<typeof openPaper>, title: string, lines: Lines): AsyncGenerator<void> {
  await paper.load([title, BLANK, ...lines.flat()]);
  paper.addSheet();
  paper.write(title, { x: INCH, y: INCH }, 20, 'strong');
  let y = INCH + 48;
  for (const [label, value] of lines) {
    paper.write(label, { x: INCH, y }, 10);
    paper.write(value || BLANK, { x: 2.75 * INCH, y }, 10);
    y += 24;
  }
  yield;
}
