import { SESSION_IDLE_MIN } from '#contract/session.contract.ts';
import { outsideAccounts } from '../db/tx.ts';
import type { Role } from '#contract/access.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import type { Deps } from '../deps.ts';
import { type DebtRow, debtsOfRow, type Identity } from '../identity.ts';
import type { CableSocket } from './cable-socket.ts';
import { CLOSE } from './protocol.ts';

/**
 * Ends the sockets whose session has ended, is no longer the top of its stack, changed its meaning, or may not connect
 * from its address, with one query for all. Clients may reconnect: after a rotation the browser has a new cookie, and
 * without one they get `unauthorized`.
 */
export async function endStaleSockets(deps: Pick<Deps, 'pool' | 'now'>, sockets: Iterable<CableSocket>): Promise<void> {
  const checked = [...sockets].flatMap((socket) =>
    socket.identity === null ? [] : [{ socket, identity: socket.identity }],
  );
  if (checked.length === 0) return;
  const rows = await outsideAccounts<{ place: number; roles: Role[][]; debts: DebtRow }>(
    deps.pool,
    'select place, roles, debts from live_sessions($1, $2, $3, $4)',
    [
      checked.map(({ identity }) => identity.sessionId),
      checked.map(({ socket }) => socket.address),
      deps.now(),
      SESSION_IDLE_MIN,
    ],
  );
  const rightsAt = new Map(rows.map(({ place, roles, debts }) => [place - 1, rightsIn(roles, debts)]));
  for (const [place, { socket, identity }] of checked.entries()) {
    if (rightsAt.get(place) !== rightsOfIdentity(identity)) socket.disconnect('remote', true, CLOSE.normal);
  }
}

/** Facts that decide what a socket may receive: the user's visibility and obligations, and the permissions of the whole stack. */
const rightsIn = (stack: readonly (readonly Role[])[], debts: DebtRow): string =>
  [...(stack[0] ?? []), ...permissionsOf(stack), ...debtsOfRow(debts, stack.length - 1)].join();

const rightsOfIdentity = ({ roles, permissions, owes }: Pick<Identity, 'roles' | 'permissions' | 'owes'>): string =>
  [...roles, ...permissions, ...owes].join();
