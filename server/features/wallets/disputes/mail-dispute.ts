import { brandOf } from '#brands/brand.ts';
import { dollars } from '#rules/billing/money.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { PaidRow } from './disputes.sql.ts';

interface Told {
  readonly cents: number;
  /** `opened`: the bank has withdrawn the money; `won`: it has given it back. */
  readonly what: 'opened' | 'won';
  /** A wallet was topped up by the payment. */
  readonly isWallet: boolean;
}

/** Tells the payer in the transaction of the change, so that a wallet never shrinks without a word. */
export async function mailDispute(
  { config, mailer }: Pick<Deps, 'config' | 'mailer'>,
  tx: Tx,
  paid: PaidRow,
  { cents, what, isWallet }: Told,
): Promise<void> {
  const [payer] = await tx.raw<{ email: string }>(`select email from users where id = $1 and active and email <> ''`, [
    paid.user_id,
  ]);
  if (payer === undefined) return;
  const { name } = brandOf(config.brand);
  const amount = dollars(cents);
  const where = config.appUrl === null ? '' : `\n\n${config.appUrl}/billing`;
  const words =
    what === 'opened'
      ? {
          subject: `${name}: Your bank disputes your payment of ${amount}`,
          text: `Your bank has asked for the money of this payment and received it.${isWallet ? ' The amount has left the wallet, and auto-refill is paused.' : ''}\n\nIf you didn't mean to dispute it, ask your bank to withdraw the dispute.`,
        }
      : {
          subject: `${name}: The dispute over your payment of ${amount} is over`,
          text: `Your bank has decided that the payment stands.${isWallet ? ' The amount is back in the wallet.' : ''}`,
        };
  await mailer.send(tx, paid.account_id, {
    to: payer.email,
    subject: words.subject,
    text: `${paid.description}\n\n${words.text}${where}\n`,
  });
}
