import { IDENTITY_HEADER } from '#contract/_wire.contract.ts';
import type { Role } from '#contract/access.contract.ts';
import type { CallArgs, Endpoint, Reply } from '#contract/endpoint.ts';
import { rolesOf } from '#rules/access/account-type.ts';
import { type Answer, type Client, openApp, type OpenOptions, type TestApp } from '../_api/app.ts';
import { withAccount } from '../../server/db/tx.ts';
import { openSession } from '../../server/features/session/session-tokens.ts';

/** A tab of one person. */
export interface Tab {
  readonly id: number;
  readonly client: Client;
  /** The identity it believes to have, `<user id>:<depth>`. */
  identity: string;
  call<E extends Endpoint>(endpoint: E, args?: CallArgs<E>): Promise<Answer<Reply<E>>>;
}

/**
 * The small world with more people in its first account: `sub`, `rm` (to whom the second account is assigned), and below
 * the admin two business units: B1 with `chief` above `manager`, `field` and `tele`; B9 with `farChief` above
 * `farManager` above `farAgent`.
 */
export interface Agency extends TestApp {
  readonly far: number;
  id(username: string): number;
  enter(username: string): Promise<Tab>;
  hire(username: string, type: Role, above: string, unit?: number): Promise<number>;
}

export async function openAgency(options: OpenOptions = {}): Promise<Agency> {
  const app = await openApp(options);
  const { owner, world } = app;
  const { accountId, otherAccountId, people } = world;
  const ids = new Map<string, number>(Object.values(people).map(({ username, id }) => [username, id]));
  const one = async (text: string, values: readonly unknown[]): Promise<number> =>
    (await owner.query<{ id: number }>(`${text} returning id`, [...values])).rows[0]?.id ?? 0;
  const far = await one(`insert into business_units (account_id, number, name) values ($1, 'B9', 'Far office')`, [
    accountId,
  ]);
  const id = (username: string): number => {
    const found = ids.get(username);
    if (found === undefined) throw new Error(`nobody is called ${username}`);
    return found;
  };
  const hire = async (username: string, type: Role, above: string, unit = people.admin.businessUnitId) => {
    const hired = await one(
      `insert into users (account_id, business_unit_id, manager_id, username, email, password_hash, first_name, last_name,
                          number, roles, tos_accepted)
       select account_id, $1, $2, $3, $3 || '@example.test', password_hash, initcap($3), 'Hired', 'N-' || $3, $4, '2099-01-01'
       from users where username = 'admin'`,
      [unit, id(above), username, rolesOf(type)],
    );
    ids.set(username, hired);
    return hired;
  };
  await hire('sub', 'sub_admin', 'admin');
  const rm = await hire('rm', 'relationship_manager', 'admin');
  await owner.query('insert into account_assignments values ($1, $2, $3)', [accountId, rm, otherAccountId]);
  await hire('rmaide', 'agent', 'rm');
  await hire('chief', 'bu_admin', 'admin');
  await hire('field', 'field_manager', 'manager');
  await hire('tele', 'telemarketer', 'chief');
  await hire('farchief', 'bu_admin', 'admin', far);
  await hire('farmanager', 'manager', 'farchief', far);
  await hire('faragent', 'agent', 'farmanager', far);

  const enter = async (username: string): Promise<Tab> => {
    const { rows } = await owner.query<{ account_id: number; roles: Role[] }>(
      'select account_id, roles from users where id = $1',
      [id(username)],
    );
    const { account_id: account = 0, roles = [] } = rows[0] ?? {};
    const opening = { accountId: account, userId: id(username), roles, ip: '127.0.0.1', userAgent: '' } as const;
    const { token } = await withAccount(app.deps.pool, { accountId: account }, (tx) =>
      openSession(tx, { ...opening, method: 'password' }, app.deps.now()),
    );
    const client = app.visitor();
    client.cookie = `token=${token}`;
    const tab: Tab = {
      id: id(username),
      client,
      identity: `${id(username)}:0`,
      call: (endpoint, args) =>
        client.call(endpoint, { ...args, headers: { [IDENTITY_HEADER]: tab.identity } } as never) as never,
    };
    return tab;
  };
  return { ...app, far, id, hire, enter };
}
