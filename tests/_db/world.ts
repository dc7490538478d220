import { hash } from '@node-rs/argon2';
import type { Role } from '#contract/access.contract.ts';
import type { Pool } from '../../server/db/pool.ts';

/** Password of all users. */
export const PASSWORD = 'correct horse battery';

/** The cheapest that the algorithm allows: tests prove the flow, not the cost. */
const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 } as const;

export interface WorldPerson {
  readonly id: number;
  readonly accountId: number;
  readonly businessUnitId: number;
  readonly username: string;
  readonly role: Role;
}

/**
 * Two agencies. The first: `admin` above `manager` above `agent` and `peer`. The second: `stranger`, an admin, above
 * `outsider`, an agent.
 */
export interface World {
  readonly accountId: number;
  readonly otherAccountId: number;
  readonly people: Readonly<Record<Username, WorldPerson>>;
}

const PEOPLE = [
  { username: 'admin', first: 'Ada', last: 'Admin', role: 'admin', above: null, agency: 0 },
  { username: 'manager', first: 'Max', last: 'Manager', role: 'manager', above: 'admin', agency: 0 },
  { username: 'agent', first: 'Amy', last: 'Agent', role: 'agent', above: 'manager', agency: 0 },
  { username: 'peer', first: 'Pia', last: 'Peer', role: 'agent', above: 'manager', agency: 0 },
  { username: 'stranger', first: 'Sam', last: 'Stranger', role: 'admin', above: null, agency: 1 },
  { username: 'outsider', first: 'Ola', last: 'Outsider', role: 'agent', above: 'stranger', agency: 1 },
] as const;

export type Username = (typeof PEOPLE)[number]['username'];

let passwordHash: Promise<string> | null = null;

/** Fills an empty database, as its owner. */
export async function makeWorld(owner: Pool): Promise<World> {
  passwordHash ??= hash(PASSWORD, CHEAP);
  const password = await passwordHash;
  const one = async (text: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await owner.query<{ id: number }>(text, [...values]);
    return rows[0]?.id ?? 0;
  };

  const agencies: { accountId: number; businessUnitId: number }[] = [];
  for (const [name, number, domain] of [
    ['Harbor Insurance', 'A100', 'harbor.test'],
    ['Summit Insurance', 'A200', 'summit.test'],
  ]) {
    const accountId = await one('insert into accounts (name, number, domain_name) values ($1, $2, $3) returning id', [
      name,
      number,
      domain,
    ]);
    const unit = 'insert into business_units (account_id, number, name) values ($1, $2, $3) returning id';
    agencies.push({ accountId, businessUnitId: await one(unit, [accountId, 'B1', 'Head office']) });
  }

  const people = new Map<string, WorldPerson>();
  for (const { username, first, last, role, above, agency } of PEOPLE) {
    const { accountId, businessUnitId } = agencies[agency] ?? { accountId: 0, businessUnitId: 0 };
    const id = await one(
      `insert into users (account_id, business_unit_id, manager_id, username, email, password_hash, first_name,
                          last_name, number, roles, tos_accepted)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '2099-01-01') returning id`,
      [
        accountId,
        businessUnitId,
        above && people.get(above)?.id,
        username,
        `${username}@example.test`,
        password,
        first,
        last,
        `N-${username}`,
        [role],
      ],
    );
    people.set(username, { id, accountId, businessUnitId, username, role });
  }
  return {
    accountId: agencies[0]?.accountId ?? 0,
    otherAccountId: agencies[1]?.accountId ?? 0,
    people: Object.fromEntries(people) as Record<Username, WorldPerson>,
  };
}
