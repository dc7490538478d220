import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { LEAD_BOXES, LEAD_PROOFS, type LeadProof, type WebpageLead } from '#contract/public-pages.contract.ts';
import { cleanLine, cleanText } from '#rules/contacts/contact-name.ts';
import { isEmailAddress } from '#rules/contacts/email-address.ts';
import { PAGE_LANGUAGES } from '#rules/words/page-language.ts';
import type { Deps } from '../../deps.ts';
import { readPhoneAndExtension } from '../contacts/contact-phone.ts';
import { openForm, type ShownForm } from './form-token.ts';
import { isSolved } from './puzzle.ts';

const Person = z.object({
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  email: z.string(),
  zip_code: z.string(),
  topic: z.string(),
  message: z.string(),
  agent: z.string(),
});

/** One request, as the journal keeps it: all that its delivery needs, also when it comes days later. */
export const Lead = z.object({
  /** Equal for a repeated submission of the same form. */
  key: z.string(),
  /** In ms. */
  at: z.number(),
  host: z.string(),
  /** Of the page. Absent: one of a process before it was kept. */
  language: z._default(z.enum(PAGE_LANGUAGES), 'en'),
  /** Account and user of the page. `null`: to be found by `page`. */
  to: z.nullable(z.object({ accountId: z.number(), userId: z.nullable(z.number()) })),
  /** Where the form was, for a page that isn't known yet. */
  page: z.object({ of: z.enum(['agent', 'domain']), host: z.string(), name: z.nullable(z.string()) }),
  entered: Person,
  consents: z.array(z.object({ box: z.enum(LEAD_BOXES), words: z.string(), version: z.string(), given: z.boolean() })),
  proof: z.enum(LEAD_PROOFS),
  puzzle: z.nullable(z.string()),
  address: z.string(),
  browser: z.string(),
});
export type Lead = z.output<typeof Lead>;

/** Milliseconds in which no one fills in a form. Ours. */
const TOO_FAST_MS = 2_000;
/** Milliseconds for which a puzzle counts. Ours: a page stays open over lunch, but not for days. */
const PUZZLE_MS = 12 * 3_600_000;

/** Errors by field. Empty: it can be kept. */
export function faultsOf(body: WebpageLead): Record<string, string[]> {
  const { phone, email } = body;
  const faults: Record<string, string[]> = {};
  if (cleanLine(body.first_name) === '') faults['first_name'] = ['Enter your first name.'];
  if (cleanLine(body.last_name) === '') faults['last_name'] = ['Enter your last name.'];
  if (phone !== '' && readPhoneAndExtension(phone) === null)
    faults['phone'] = ['Enter a phone number like 512-555-0142.'];
  if (email !== '' && !isEmailAddress(cleanLine(email)))
    faults['email'] = ['Enter an e-mail address like jane@example.com.'];
  if (!/^$|^\d{5}(-\d{4})?$/.test(body.zip_code)) faults['zip_code'] = ['Enter a ZIP code like 78701.'];
  if (phone === '' && email === '') faults['phone'] = ['Enter a phone number or an e-mail address.'];
  if (phone === '' && (body.agree_call || body.agree_text))
    faults['phone'] ??= ['Enter the number that may be called or texted.'];
  if (email === '' && body.agree_mail) faults['email'] = ['Enter the address that may be written to.'];
  return faults;
}

/** A program fills in what people don't see, is faster than them, or has links where names go. */
function isSuspected(body: WebpageLead, form: ShownForm | null, at: Date): boolean {
  const isFast = form !== null && at.getTime() - form.at < TOO_FAST_MS;
  return body.website !== '' || isFast || /:\/\/|www\./i.test(`${body.first_name} ${body.last_name}`);
}

interface Received {
  readonly body: WebpageLead;
  readonly host: string;
  readonly page: Lead['page'];
  readonly address: string;
  readonly browser: string;
}

/** The request as the journal keeps it. */
export async function leadOf(
  { seal, now }: Pick<Deps, 'seal' | 'now'>,
  { body, host, page, address, browser }: Received,
): Promise<Lead> {
  const at = now();
  const form = openForm(seal, body.form);
  const age = form === null ? Number.POSITIVE_INFINITY : at.getTime() - form.at;
  const isProven = age < PUZZLE_MS && (await isSolved(body.form, body.visit, body.proof));
  const proof: LeadProof = isSuspected(body, form, at) ? 'suspected' : isProven ? 'proven' : 'unproven';
  const entered = {
    first_name: cleanLine(body.first_name),
    last_name: cleanLine(body.last_name),
    phone: cleanLine(body.phone),
    email: cleanLine(body.email),
    zip_code: cleanLine(body.zip_code),
    topic: cleanLine(body.topic),
    message: cleanText(body.message),
    agent: cleanLine(body.agent).toLowerCase(),
  };
  const agreed = { call: body.agree_call, text: body.agree_text, mail: body.agree_mail };
  // Without a sealed form it isn't known which words were shown.
  const boxes = form?.boxes ?? LEAD_BOXES.map((box) => ({ box, words: '' }));
  const consents = boxes.map(({ box, words }) => ({
    box,
    words,
    version: form?.version ?? '',
    given: agreed[box],
  }));
  const to = form === null ? null : { accountId: form.accountId, userId: form.userId };
  const visit = body.visit === '' ? body.form : body.visit;
  return {
    key: digest([visit, host, page, entered, agreed]),
    at: at.getTime(),
    host,
    language: form?.language ?? 'en',
    to,
    page,
    entered,
    consents,
    proof,
    puzzle: isProven ? digest([body.form.slice(0, 100), body.visit]) : null,
    address,
    browser: cleanLine(browser).slice(0, 300),
  };
}

const digest = (of: unknown): string => createHash('sha256').update(JSON.stringify(of)).digest('hex');
