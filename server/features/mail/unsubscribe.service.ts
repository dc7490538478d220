import { lastWord } from '#rules/compliance/consent-ledger.ts';
import { utcDay } from '#rules/time/days.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { findConsents, recordMailOptOut } from '../compliance/opt-outs.service.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import { tellThreads } from '../messages/tell-lines.ts';
import { lockContacts } from '../contacts/lock-contacts.sql.ts';
import { readUnsubscribe, type Unsubscribed } from './unsubscribe-links.ts';

type Use = Pick<Deps, 'pool' | 'seal' | 'now'>;

/** State of a link: whose mail it ends, and whether it has. */
export interface UnsubscribeState {
  readonly agency: string;
  readonly isDone: boolean;
}

/** `null`: the link is not ours. */
export function readState({ pool, seal, now }: Use, token: string): Promise<UnsubscribeState | null> {
  const about = readUnsubscribe(seal, token);
  if (about === null) return Promise.resolve(null);
  return withAccount(pool, about, async (tx) => {
    const contact = await findContactOf(tx, about);
    const isDone = contact !== null && (await hasOptedOut(tx, contact.id, now()));
    return { agency: await agencyOf(tx), isDone };
  });
}

/** Records that the recipient wants no more marketing by e-mail, once. `null`: the link is not ours. */
export function unsubscribe({ pool, seal, now }: Use, token: string): Promise<UnsubscribeState | null> {
  const about = readUnsubscribe(seal, token);
  if (about === null) return Promise.resolve(null);
  return withAccount(pool, about, async (tx) => {
    await optOutOfMail(tx, about, { at: now(), evidence: 'Unsubscribed by the link in an e-mail.' });
    return { agency: await agencyOf(tx), isDone: true };
  });
}

/** Records the opt-out of the recipient of an e-mail, unless they have opted out already. */
export async function optOutOfMail(
  tx: Tx,
  about: Pick<Unsubscribed, 'accountId' | 'emailId' | 'contactId'>,
  { at, evidence }: { readonly at: Date; readonly evidence: string },
): Promise<void> {
  const found = await findContactOf(tx, about);
  if (found === null) return;
  await lockContacts(tx, [found.id]);
  if (await hasOptedOut(tx, found.id, at)) return;
  await recordMailOptOut(tx, found.id, { evidence, at });
  await emitContactsChanged(tx, about.accountId, [found]);
  await tellThreads(tx, about.accountId, [found.id]);
}

interface Found {
  readonly id: number;
  readonly owner_id: number;
}

/** The contact with the e-mail now: a merge moves it. `null`: erased or purged. */
async function findContactOf(
  tx: Tx,
  { emailId, contactId }: Pick<Unsubscribed, 'emailId' | 'contactId'>,
): Promise<Found | null> {
  const [found] = await tx.raw<Found>(
    `select c.id, c.owner_id from contacts c
     where c.id = coalesce((select contact_id from contact_emails where id = $1), $2)`,
    [emailId, contactId],
  );
  return found ?? null;
}

async function hasOptedOut(tx: Tx, contactId: number, at: Date): Promise<boolean> {
  const entries = (await findConsents(tx, contactId)).filter(({ retracted_at: retracted }) => retracted === null);
  const ledger = entries.map(({ given_at: given, ...entry }) => ({ ...entry, given_at: given.toISOString() }));
  const asked = { channel: 'mail', purpose: 'marketing', at: at.getTime(), day: utcDay(at) } as const;
  return lastWord(ledger, asked).stop !== null;
}

async function agencyOf(tx: Tx): Promise<string> {
  const [account] = await tx.raw<{ name: string }>('select name from accounts where id = app_account_id()');
  return account?.name ?? '';
}
