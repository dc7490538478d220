import type { Application, ApplicationProduct } from '#contract/fire-light.contract.ts';
import type { AgentFacts } from '../../adapters/applications/application-desk.ts';
import { type Tx } from '../../db/tx.ts';

export type ApplicationRow = Omit<Application, 'url' | 'started_at'> & { readonly started_at: Date };

const FIND = `select a.id, a.reference, a.product, a.desk, a.started_at, trim(u.first_name || ' ' || u.last_name) as started_by
  from applications a join users u on u.id = a.started_by`;

/** Applications of a contact that are kept on its page. Ours. */
const MOST = 100;

export const findApplications = (tx: Tx, contactId: number) =>
  tx.raw<ApplicationRow>(`${FIND} where a.contact_id = $1 order by a.id desc limit ${MOST}`, [contactId]);

/** `null`: there is none, or it is another contact's. */
export async function findApplication(tx: Tx, contactId: number, id: number): Promise<ApplicationRow | null> {
  const rows = await tx.raw<ApplicationRow>(`${FIND} where a.contact_id = $1 and a.id = $2`, [contactId, id]);
  return rows[0] ?? null;
}

interface NewApplication {
  readonly contactId: number;
  readonly reference: string;
  readonly product: ApplicationProduct;
  readonly desk: Application['desk'];
  readonly userId: number;
  readonly at: Date;
}

export async function insertApplication(tx: Tx, row: NewApplication): Promise<number> {
  const [added] = await tx.raw<{ id: number }>(
    `insert into applications (account_id, contact_id, reference, product, desk, started_by, started_at)
     values (app_account_id(), $1, $2, $3, $4, $5, $6)
     on conflict (account_id, reference) do update set reference = excluded.reference returning id`,
    [row.contactId, row.reference, row.product, row.desk, row.userId, row.at],
  );
  return added?.id ?? 0;
}

/** Facts of a user as an agent; the NPN is that of the signup. */
export async function findAgent(tx: Tx, userId: number): Promise<AgentFacts> {
  const [agent] = await tx.raw<AgentFacts>(
    `select u.id, u.first_name, u.last_name, u.email, coalesce(s.npn, '') as npn
     from users u left join signups s on s.user_id = u.id where u.id = $1`,
    [userId],
  );
  if (agent === undefined) throw new Error(`User ${userId} doesn't exist.`);
  return agent;
}
