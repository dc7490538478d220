import type { Role } from '#contract/access.contract.ts';
import { mayDo } from '#rules/access/permissions.ts';
import type { Tx } from '../../db/tx.ts';
import { notify } from '../notifications/notify.ts';
import type { EndpointRow } from './webhooks.sql.ts';

/** Administrators that are told at most. Ours. */
const MOST = 20;

/** Those who manage endpoints hear that one was stopped. */
export async function tellStopped(
  tx: Tx,
  { id, account_id: accountId, name }: EndpointRow,
  reason: string,
  at: Date,
): Promise<void> {
  const people = await tx.raw<{ id: number; roles: Role[] }>('select id, roles from users where active order by id');
  for (const { id: userId } of people.filter(({ roles }) => mayDo(roles, 'integrations.manage')).slice(0, MOST))
    await notify(tx, {
      accountId,
      userId,
      kind: 'webhook',
      aboutId: id,
      occurrence: `stopped:${at.toISOString()}`,
      title: `Webhook endpoint ${name} stopped`,
      body: `${reason} Events are kept. Resume it once it works.`,
      href: '/admin/api-requests?tab=webhooks',
      at,
    });
}
