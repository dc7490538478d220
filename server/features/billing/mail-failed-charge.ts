import { brandOf } from '#brands/brand.ts';
import { dollars } from '#rules/billing/money.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';

/** A charge that no one pressed a button for, and that failed. */
export interface FailedCharge {
  /** What it was for, as in the billing history. */
  readonly description: string;
  readonly cents: number;
  /** Sentences of the provider. */
  readonly reason: string;
  /** What follows: another try then, the end of the subscription, or a pause of the auto-refill. */
  readonly next: Date | 'ended' | 'paused';
}

const FOLLOWS = {
  ended: 'That was the last try, and the subscription has ended. You can subscribe again at any time.',
  paused: 'Auto-refill is paused. Change your card on the Billing page, then save auto-refill again.',
} as const;

const dayIn = (zone: string, at: Date): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: zone, dateStyle: 'long' }).format(at);

/** Tells the payer in the transaction of the failure, so that they hear of it before something stops working. */
export async function mailFailedCharge(
  { config, mailer }: Pick<Deps, 'config' | 'mailer'>,
  tx: Tx,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
  { description, cents, reason, next }: FailedCharge,
): Promise<void> {
  const [payer] = await tx.raw<{ email: string; timezone: keyof typeof IANA_ZONES }>(
    'select email, timezone from users where id = $1 and active',
    [userId],
  );
  if (payer === undefined || payer.email === '') return;
  const { name } = brandOf(config.brand);
  const follows =
    next instanceof Date
      ? `We'll try again on ${dayIn(IANA_ZONES[payer.timezone], next)}. To keep everything running, change your card on the Billing page before then.`
      : FOLLOWS[next];
  const where = config.appUrl === null ? '' : `\n\n${config.appUrl}/billing`;
  await mailer.send(tx, accountId, {
    to: payer.email,
    subject: `${name}: Your payment of ${dollars(cents)} failed`,
    text: `${description}\n\n${reason}\n\n${follows}${where}\n`,
  });
}
