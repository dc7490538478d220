import { randomBytes } from 'node:crypto';
import type { Role } from '#contract/access.contract.ts';
import { rolesOf } from '#rules/access/account-type.ts';
import type { Pool } from '../../server/db/pool.ts';
import { withAccount } from '../../server/db/tx.ts';
import type { Deps } from '../../server/deps.ts';
import { openSession } from '../../server/features/session/session-tokens.ts';
import { authenticate } from '../../server/http/authentication.ts';
import type { Identity } from '../../server/identity.ts';

export interface Member {
  readonly id: number;
  readonly accountId: number;
  readonly businessUnitId: number;
}

export interface Unit {
  readonly accountId: number;
  readonly businessUnitId: number;
}

/** Makes people of any role at any place, and signs them in without a request. */
export interface Staff {
  agency(): Promise<Unit>;
  unitOf(accountId: number): Promise<Unit>;
  hire(type: Role, place: Unit, above?: Member | null): Promise<Member>;
  assign(member: Member, accountId: number): Promise<void>;
  /** Answers the token. */
  signIn(member: Member): Promise<string>;
  /** User of a token right now. `null` for none. @throws like `authenticate`. */
  who(token: string): Promise<Identity | null>;
  /** Like `who`, for a signed-in user. */
  identity(token: string): Promise<Identity>;
}

export function staffOf(owner: Pool, deps: Pick<Deps, 'pool' | 'now' | 'log'>): Staff {
  const one = async (text: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await owner.query<{ id: number }>(`${text} returning id`, [...values]);
    return rows[0]?.id ?? 0;
  };
  const random = () => randomBytes(6).toString('hex');
  const who = (token: string) => authenticate(deps, { cookie: `token=${token}`, address: '127.0.0.1' });
  const unitOf = async (accountId: number): Promise<Unit> => ({
    accountId,
    businessUnitId: await one('insert into business_units (account_id, number, name) values ($1, $2, $2)', [
      accountId,
      random(),
    ]),
  });

  return {
    unitOf,
    agency: async () =>
      unitOf(await one('insert into accounts (name, number, domain_name) values ($1, $1, $1)', [random()])),
    hire: async (type, { accountId, businessUnitId }, above = null) => ({
      accountId,
      businessUnitId,
      id: await one(
        `insert into users (account_id, business_unit_id, manager_id, username, email, password_hash, first_name,
                            last_name, roles, tos_accepted)
         values ($1, $2, $3, $4, $4 || '@example.test', '', $5, 'Person', $6, '2099-01-01')`,
        [accountId, businessUnitId, above?.id ?? null, `${type}.${random()}`, type, rolesOf(type)],
      ),
    }),
    assign: async ({ id, accountId }, assigned) => {
      await owner.query('insert into account_assignments values ($1, $2, $3) on conflict do nothing', [
        accountId,
        id,
        assigned,
      ]);
    },
    signIn: async ({ id, accountId }) => {
      const { rows } = await owner.query<{ roles: Role[] }>('select roles from users where id = $1', [id]);
      const opening = { accountId, userId: id, roles: rows[0]?.roles ?? [], ip: '127.0.0.1', userAgent: 'test' };
      const { token } = await withAccount(deps.pool, { accountId }, (tx) =>
        openSession(tx, { ...opening, method: 'password' }, deps.now()),
      );
      return token;
    },
    who,
    identity: async (token) => {
      const found = await who(token);
      if (found === null) throw new Error('nobody is signed in');
      return found;
    },
  };
}
