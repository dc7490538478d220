import type { Body } from '#contract/endpoint.ts';
import type { SoaLanguage, SoaView, soaRequests } from '#contract/soa.contract.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { mayStep, statusAt } from '#rules/soa/soa.machine.ts';
import { SOA_STATEMENT, SOA_TEXT_VERSION } from '#rules/soa/soa-words.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { stepFrom, supersede, tellSoa } from './change-soa.service.ts';
import { notify } from '../notifications/notify.ts';
import { judge, sealRequest } from './seal-request.ts';
import { findDocument, lockSeals } from './seals.ts';
import { readSoaToken, type SoaLink } from './soa-link.ts';
import * as sql from './soa.sql.ts';

/** Openings of a link that are recorded at most. Ours: scanners of mail open it, too. */
const MAX_VIEWS = 20;

/** Address and browser of the person who opens a link. */
export interface Opener {
  readonly address: string;
  readonly browser: string;
}

interface Asked {
  readonly token: string;
  readonly domainName?: string | undefined;
}

const unknown = () =>
  new Refusal('not_found', "This link doesn't work. Open it again from the message, or ask your agent.");

function linkOf(deps: Deps, { token }: Asked): SoaLink {
  const link = readSoaToken(deps.seal, token);
  if (link === null) throw unknown();
  return link;
}

/** The same answer for a link that is not ours and for another agent's page. */
function requirePage(row: sql.SoaRow | null, { domainName }: Asked): sql.SoaRow {
  if (row === null) throw unknown();
  const isOfPage = domainName === undefined || domainName.toLowerCase() === row.domain_name.toLowerCase();
  if (!isOfPage || row.status === 'drafted' || row.method !== 'link') throw unknown();
  return row;
}

async function viewOf(tx: Tx, row: sql.SoaRow, now: Date, language: SoaLanguage): Promise<SoaView> {
  const parties = await sql.findParties(tx, row);
  const status = statusAt(row, now);
  const isSigned = status === 'signed' || status === 'completed';
  return {
    state: isSigned ? 'signed' : mayStep(status, 'sign') ? 'open' : 'closed',
    first_name: parties.first_name,
    agent: { name: parties.agent, phone: parties.agent_phone, agency: parties.agency },
    appointment_at: row.appointment_at?.toISOString() ?? null,
    zone: row.zone,
    products: [...(row.signer?.products ?? row.products)],
    language,
    text: { version: SOA_TEXT_VERSION, paragraphs: [...SOA_STATEMENT[language]] },
    signed_at: row.signed_at?.toISOString() ?? null,
    expires_at: row.expires_at?.toISOString() ?? null,
  };
}

/** Languages that the person chose on the page, and that their browser asks for. An agent who drafts in Spanish knows better. */
interface Wanted {
  readonly chosen: SoaLanguage | null;
  readonly browser: SoaLanguage | null;
}

/** What a link shows; that it was opened is recorded. @throws {Refusal} `not_found`. */
export function viewSoa(
  deps: Deps,
  asked: Asked,
  by: Opener,
  language: Wanted = { chosen: null, browser: null },
): Promise<SoaView> {
  const link = linkOf(deps, asked);
  return withAccount(deps.pool, link, async (tx) => {
    const now = deps.now();
    const row = requirePage(await sql.lockSoa(tx, link.id), asked);
    const drafted = row.language === 'en' ? language.browser : null;
    const shown = language.chosen ?? row.signer?.language ?? drafted ?? row.language;
    if (mayStep(statusAt(row, now), 'view')) await recordView(tx, link, row, { now, by, language: shown });
    return viewOf(tx, row, now, shown);
  });
}

interface Viewed {
  readonly now: Date;
  readonly by: Opener;
  readonly language: SoaLanguage;
}

async function recordView(tx: Tx, { accountId }: SoaLink, row: sql.SoaRow, { now, by, language }: Viewed) {
  const views = (await sql.findEvents(tx, row.id)).filter(({ kind }) => kind === 'viewed');
  const detail = { ...by, language, text_version: SOA_TEXT_VERSION };
  if (views.length < MAX_VIEWS)
    await sql.insertEvent(tx, { id: row.id, contactId: row.contact_id, kind: 'viewed', at: now, who: null, detail });
  const status = stepFrom(row, 'view', now);
  if (row.status === status) return;
  await sql.changeSoa(tx, row.id, { status, viewed_at: row.viewed_at ?? now }, now);
  await tellSoa(tx, accountId, row);
}

type Submission = Body<typeof soaRequests.submit>;

/** What was entered, cleaned. @throws {Refusal} `refused` by field. */
function signerOf(body: Submission): NonNullable<sql.SoaRow['signer']> {
  const { products, signs_as, drawing, language } = body;
  const [name, relationship, beneficiary] = [body.name, body.relationship, body.beneficiary_name].map(cleanLine);
  if (!name?.includes(' ')) {
    throw refuseField('name', 'Enter your first and last name.');
  }
  const isOther = signs_as === 'representative';
  if (isOther && !relationship) {
    throw refuseField('relationship', 'Enter how you represent the person.');
  }
  if (isOther && !beneficiary) {
    throw refuseField('beneficiary_name', 'Enter the name of the person.');
  }
  return {
    name,
    products: [...new Set(products)],
    signs_as,
    relationship: isOther ? (relationship ?? '') : '',
    beneficiary_name: isOther ? (beneficiary ?? '') : '',
    drawing: drawing !== null && drawing.length > 0 ? drawing : null,
    language,
  };
}

/** Signs by a link, once. @throws {Refusal} `refused` by field, `not_found`, `conflict` when it can't be signed now. */
export function submitSoa(deps: Deps, asked: Asked, by: Opener, body: Submission): Promise<SoaView> {
  const link = linkOf(deps, asked);
  const signer = signerOf(body);
  return withAccount(deps.pool, link, async (tx) => {
    const now = deps.now();
    await lockSeals(tx);
    const row = requirePage(await sql.lockSoa(tx, link.id), asked);
    if (row.submission === body.submission) return viewOf(tx, row, now, signer.language);
    if (body.text_version !== SOA_TEXT_VERSION)
      throw new Refusal('conflict', 'The wording was changed since you opened this page. Read it again and sign.');
    if (!mayStep(statusAt(row, now), 'sign'))
      throw new Refusal('conflict', "This link can't be signed any more. Ask your agent for a new one.");
    const signed = { signed_at: now, signer, submission: body.submission } as const;
    const { rule, timing } = await judge(tx, { ...row, ...signed });
    const judged = { rule_id: rule?.id ?? null, timing: timing ?? '' } as const;
    await sql.changeSoa(tx, row.id, { ...signed, ...judged, status: stepFrom(row, 'sign', now) }, now);
    const detail = { ...by, language: signer.language, text_version: SOA_TEXT_VERSION };
    await sql.insertEvent(tx, { id: row.id, contactId: row.contact_id, kind: 'signed', at: now, who: null, detail });
    const replaced = row.supersedes_id === null ? null : await sql.lockSoa(tx, row.supersedes_id);
    if (replaced !== null) await supersede(tx, replaced, now, null);
    await sealRequest(deps, tx, row.id, 'signed', now);
    await tellAgent(deps, tx, link, { ...row, ...signed });
    return viewOf(tx, { ...row, ...signed, status: 'signed' }, now, signer.language);
  });
}

async function tellAgent(deps: Deps, tx: Tx, { accountId }: SoaLink, row: sql.SoaRow): Promise<void> {
  await tellSoa(tx, accountId, row);
  const { agent_email: to, contact } = await sql.findParties(tx, row);
  const { id, user_id: userId, submission } = row;
  const language = row.signer?.language ?? row.language;
  const { subject, text } = signedMail(deps, contact, { id, language });
  await notify(tx, {
    accountId,
    userId,
    kind: 'soa',
    aboutId: id,
    occurrence: submission,
    title: subject,
    body: `${language === 'es' ? 'They signed in Spanish. ' : ''}Add your part before you meet.`,
    href: hrefOf(id),
    at: deps.now(),
  });
  await deps.mailer.send(tx, accountId, { to, subject, text });
}

const hrefOf = (id: number): string => `/soa-requests?soa=${id}`;

/** What the agent reads by e-mail once the person has signed. */
export const signedMail = (
  { config }: Pick<Deps, 'config'>,
  contact: string,
  { id, language }: { readonly id: number; readonly language: SoaLanguage },
) => ({
  subject: `${contact} signed the scope of appointment`,
  text: `${contact} signed${language === 'es' ? ' in Spanish' : ''}. Open it to add your part before you meet:\n\n${config.appUrl ?? ''}${hrefOf(id)}`,
});

/** The person's copy, as long as the link lives. @throws {Refusal} `not_found`. */
export async function copyOf(deps: Deps, asked: Asked): Promise<Buffer> {
  const link = linkOf(deps, asked);
  return withAccount(deps.pool, link, async (tx) => {
    const row = requirePage(await sql.findSoa(tx, link.id), asked);
    const isOpen = row.expires_at !== null && row.expires_at > deps.now();
    const document = isOpen ? await findDocument(tx, row.id) : null;
    if (document === null) throw unknown();
    return document;
  });
}
