import type { SoaMethod, SoaProduct, SoaStatus } from '#contract/soa.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Seal } from '../../seal.ts';
import { judge, sealRequest } from '../soa/seal-request.ts';
import { changeSoa, insertEvent, insertSoa } from '../soa/soa.service.ts';
import { contactName } from '#rules/contacts/contact-name.ts';
import { SOA_TEXT_VERSION } from '#rules/soa/soa-words.ts';
import { lockSeals } from '../soa/seals.ts';

const HOUR_MS = 3_600_000;
const ZONE = 'America/New_York';

interface Sample {
  readonly status: SoaStatus;
  readonly method: SoaMethod;
  readonly products: readonly SoaProduct[];
  /** Hours from now to the meeting. */
  readonly meeting: number;
}

/** From a draft to one that is sealed; the first ones are those that an agent has to act on. */
const SAMPLES: readonly Sample[] = [
  { status: 'signed', method: 'link', products: ['medigap', 'part_d'], meeting: 4 },
  { status: 'viewed', method: 'link', products: ['advantage'], meeting: 26 },
  { status: 'sent', method: 'link', products: ['advantage', 'dental_vision_hearing'], meeting: 50 },
  { status: 'expired', method: 'link', products: ['medigap'], meeting: 75 },
  { status: 'completed', method: 'link', products: ['medigap', 'dental_vision_hearing'], meeting: -20 },
  { status: 'completed', method: 'paper', products: ['advantage', 'part_d'], meeting: -70 },
  { status: 'drafted', method: 'link', products: ['hospital'], meeting: 98 },
  { status: 'rejected', method: 'link', products: ['part_d'], meeting: -120 },
];

interface Owner {
  readonly id: number;
  readonly contacts: readonly { readonly id: number; readonly first_name: string; readonly last_name: string }[];
}

/** Scopes of appointment of those whom a visitor signs in as; signed ones are sealed like any other. */
export async function insertDemoSoa(tx: Tx, accountId: number, seal: Seal | null, now: Date): Promise<void> {
  if (seal === null) return;
  // The samples go past the row-level security that names the account.
  await tx.raw(`select set_config('app.account_id', $1, true)`, [String(accountId)]);
  await lockSeals(tx);
  const owners = await tx.raw<Owner>(
    `select u.id, array(select json_build_object('id', c.id, 'first_name', c.first_name, 'last_name', c.last_name)
       from contacts c where c.owner_id = u.id and c.deleted_at is null and c.last_name <> '' order by c.id limit $2) as contacts
     from users u where u.account_id = $1 and u.username in ('agent', 'manager') and exists (select from contacts c where c.owner_id = u.id) order by u.id`,
    [accountId, SAMPLES.length],
  );
  for (const owner of owners)
    for (const [place, contact] of owner.contacts.entries()) {
      const sample = SAMPLES[place];
      if (sample !== undefined) await insertSample({ tx, seal, now }, owner.id, contact, sample);
    }
}

interface Ground {
  readonly tx: Tx;
  readonly seal: Seal;
  readonly now: Date;
}

type Contact = Owner['contacts'][number];
type Kind = Parameters<typeof insertEvent>[1]['kind'];

/** One that a sample makes, with what tells its steps. */
interface Made extends Ground {
  readonly id: number;
  readonly meeting: Date;
  readonly contact: Contact;
  /** `isPerson`: the contact did it. */
  readonly tell: (kind: Kind, at: Date, isPerson?: boolean) => Promise<unknown>;
  /** An instant this many hours from now, at least an hour ago. */
  readonly at: (hours: number) => Date;
}

const BY_PERSON = {
  address: '203.0.113.24',
  browser: 'Safari on iPhone',
  language: 'en',
  text_version: SOA_TEXT_VERSION,
};

async function insertSample(ground: Ground, userId: number, contact: Contact, sample: Sample): Promise<void> {
  const { tx, now } = ground;
  const { status, method, products, meeting: hours } = sample;
  const at = (from: number) => new Date(now.getTime() + Math.min(-1, from) * HOUR_MS);
  const meeting = new Date(now.getTime() + hours * HOUR_MS);
  const id = await insertSoa(tx, {
    user_id: userId,
    contact_id: contact.id,
    method,
    language: 'en',
    products,
    appointment_at: meeting,
    zone: ZONE,
    domain_name: '',
    supersedes_id: null,
    at: at(hours - 40),
  });
  const tell: Made['tell'] = (kind, when, isPerson = false) => {
    const who = isPerson ? null : { actorId: userId, userId };
    const detail = { ...(kind === 'sent' && { way: 'mail' }), ...(isPerson && BY_PERSON) };
    return insertEvent(tx, { id, contactId: contact.id, kind, at: when, who, detail });
  };
  const made = { ...ground, id, meeting, contact, tell, at };
  await tell('created', at(hours - 40));
  if (method === 'link' && status !== 'drafted') await sendSample(made, sample);
  if (status === 'rejected') {
    await changeSoa(tx, id, { status, reason: 'Met another agent', ended_at: at(hours - 20) }, at(hours - 20));
    await tell('rejected', at(hours - 20));
  }
  if (status === 'signed' || status === 'completed') await signSample(made, sample);
}

async function sendSample({ tx, id, now, tell, at }: Made, { status, meeting: hours }: Sample): Promise<void> {
  const sent = at(hours - 30);
  const expires = status === 'expired' ? at(-2) : new Date(now.getTime() + 48 * HOUR_MS);
  await changeSoa(tx, id, { status: 'sent', sent_by: 'mail', sent_at: sent, expires_at: expires }, sent);
  await tell('sent', sent);
  if (status === 'sent' || status === 'expired' || status === 'rejected') return;
  await changeSoa(tx, id, { status: 'viewed', viewed_at: sent }, sent);
  await tell('viewed', sent, true);
}

async function signSample(made: Made, { status, method, products, meeting: hours }: Sample): Promise<void> {
  const { tx, seal, id, meeting, contact, tell, at } = made;
  const signedAt = at(hours - 26);
  const none = {
    relationship: '',
    beneficiary_name: '',
    drawing: null,
    language: 'en',
    signs_as: 'beneficiary',
  } as const;
  const signer = { name: contactName(contact), products: [...products], ...none };
  const signed = { signed_at: signedAt, signer, note: method === 'paper' ? 'Binder in the Tampa office' : '' };
  const { rule, timing } = await judge(tx, { ...signed, appointment_at: meeting, zone: ZONE });
  const judged = { rule_id: rule?.id ?? null, timing: timing ?? '' } as const;
  await changeSoa(tx, id, { ...signed, ...judged, status: 'signed' }, signedAt);
  await tell('signed', signedAt, method === 'link');
  await sealRequest({ seal }, tx, id, 'signed', signedAt);
  if (status !== 'completed') return;
  const part = { initial_contact: 'Answered a mailer', agent_signature: 'Signed in the demo', completed_at: signedAt };
  await changeSoa(tx, id, { ...part, status }, signedAt);
  await tell('completed', signedAt);
  await sealRequest({ seal }, tx, id, 'completed', signedAt);
}
