import type { JobTitle } from '#contract/contacts/scope.contract.ts';
import type { Tx } from '../../../db/tx.ts';

/** Signature of an e-mail. */
export interface Sender {
  readonly name: string;
  readonly first_name: string;
  readonly agency: string;
  /** Web address of the agency; empty: unknown. */
  readonly domain: string;
  /** E.164; empty: none is known. */
  readonly phone: string;
  readonly email: string;
  readonly job_title: JobTitle | null;
}

export async function findSender(tx: Tx, userId: number): Promise<Sender> {
  const [row] = await tx.raw<Sender>(
    `select trim(u.first_name || ' ' || u.last_name) as name, u.first_name, a.name as agency, a.domain_name as domain, u.phone, u.email, u.job_title
     from users u join accounts a on a.id = u.account_id where u.id = $1`,
    [userId],
  );
  if (row === undefined) throw new Error('there is nobody to sign');
  return row;
}
