import type { SoaMethod, SoaProduct, SoaStatus } from '#contract/soa.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Seal } from '../../seal.ts';
import { judge, sealRequest } from '../soa/seal-request.ts';
import { changeSoa, insertEvent, insertSoa } from '../soa/soa.sql.ts';
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

async function insertSample(
  { tx, seal, now }: Ground,
  userId: number,
  contact: Owner['contacts'][number],
  sample: Sample,
) {
  const { status, method, products, meeting } = sample;
  const at = (hours: number) => new Date(now.getTime() + Math.min(-1, hours) * HOUR_MS);
  const created = at(meeting - 40);
  const isSigned = status === 'signed' || status === 'completed';
  const id = await insertSoa(tx, {
    user_id: userId,
    contact_id: contact.id,
    method,
    language: 'en',
    products,
    appointment_at: new Date(now.getTime() + meeting * HOUR_MS),
    zone: ZONE,
    domain_name: '',
    supersedes_id: null,
    at: created,
  });
  const who = { actorId: userId, userId };
  const tell = (
    kind: 'created' | 'sent' | 'viewed' | 'signed' | 'completed' | 'rejected',
    when: Date,
    isPerson = false,
  ) =>
    insertEvent(tx, {
      id,
      contactId: contact.id,
      kind,
      at: when,
      who: isPerson ? null : who,
      detail: {
        ...(kind === 'sent' && { way: 'mail' }),
        ...(isPerson && {
          address: '203.0.113.24',
          browser: 'Safari on iPhone',
          language: 'en',
          text_version: SOA_TEXT_VERSION,
        }),
      },
    });
  await tell('created', created);
  if (status === 'drafted') return;
  const sent = at(meeting - 30);
  if (method === 'link') {
    const expires = status === 'expired' ? at(-2) : new Date(now.getTime() + 48 * HOUR_MS);
    const stored = status === 'expired' ? 'sent' : status;
    await changeSoa(
      tx,
      id,
      { status: isSigned ? 'sent' : stored, sent_by: 'mail', sent_at: sent, expires_at: expires },
      sent,
    );
    await tell('sent', sent);
    if (status === 'viewed' || isSigned) {
      await changeSoa(tx, id, { viewed_at: sent }, sent);
      await tell('viewed', sent, true);
    }
  }
  if (status === 'rejected') {
    await changeSoa(tx, id, { reason: 'Met another agent', ended_at: sent }, sent);
    await tell('rejected', sent);
  }
  if (!isSigned) return;
  const signedAt = at(meeting - 26);
  const signer = {
    name: contactName(contact),
    products: [...products],
    signs_as: 'beneficiary' as const,
    relationship: '',
    beneficiary_name: '',
    drawing: null,
    language: 'en' as const,
  };
  const signed = { signed_at: signedAt, signer, note: method === 'paper' ? 'Binder in the Tampa office' : '' };
  const judged = await judge(tx, {
    ...signed,
    appointment_at: new Date(now.getTime() + meeting * HOUR_MS),
    zone: ZONE,
  });
  await changeSoa(
    tx,
    id,
    { ...signed, status: 'signed', rule_id: judged.rule?.id ?? null, timing: judged.timing ?? '' },
    signedAt,
  );
  await tell('signed', signedAt, method === 'link');
  await sealRequest({ seal }, tx, id, 'signed', signedAt);
  if (status !== 'completed') return;
  const part = { initial_contact: 'Answered a mailer', agent_signature: 'Signed in the demo', completed_at: signedAt };
  await changeSoa(tx, id, { ...part, status: 'completed' }, signedAt);
  await tell('completed', signedAt);
  await sealRequest({ seal }, tx, id, 'completed', signedAt);
}
