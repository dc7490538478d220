import type { FastifyInstance } from 'fastify';
import {
  type Delegate,
  grantAccountAccess,
  listAccountAccess,
  removeAccountAccess,
} from '#contract/account-access.contract.ts';
import { accountTypeOf } from '#rules/access/account-type.ts';
import { writeAudit } from '../../audit.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { type DelegateRow, findDelegates, grantAccess, removeAccess } from './account-access.sql.ts';

const UNKNOWN = 'No relationship manager or administrator of that agency has this user name.';

const shown = ({ agency: name, agency_number: number, roles, granted_at: at, ...row }: DelegateRow): Delegate => ({
  ...row,
  agency: { name, number },
  role: accountTypeOf(roles),
  granted_at: at.toISOString(),
});

export function accountAccessRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listAccountAccess, async ({ identity }) => ({
    data: await withAccount(deps.pool, identity, async (tx) => (await findDelegates(tx)).map(shown)),
  }));

  bindChange(app, grantAccountAccess, ({ identity, requestId, body }) =>
    withAccount(deps.pool, identity, async (tx) => {
      const { username, agency_number: agency } = body;
      const id = await grantAccess(tx, { username, agency, by: identity.userId, at: deps.now() });
      const row = (await findDelegates(tx)).find((one) => one.id === id);
      if (row === undefined) throw refuseField('username', UNKNOWN);
      await writeAudit(tx, identity, requestId, {
        action: 'account_access.granted',
        subjectType: 'account_access',
        subjectId: row.id,
        detail: { username: row.username, agency: row.agency },
      });
      return { data: shown(row) };
    }),
  );

  bindChange(app, removeAccountAccess, ({ identity, requestId, params: { id } }) =>
    withAccount(deps.pool, identity, async (tx) => {
      const row = (await findDelegates(tx)).find((one) => one.id === id);
      if (row === undefined || !(await removeAccess(tx, id)))
        throw new Refusal('not_found', 'This access was not found.');
      await writeAudit(tx, identity, requestId, {
        action: 'account_access.removed',
        subjectType: 'account_access',
        subjectId: id,
        detail: { username: row.username, agency: row.agency },
      });
    }),
  );
}
