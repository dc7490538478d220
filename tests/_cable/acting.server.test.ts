import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { withAccount } from '../../server/db/tx.ts';
import type { Deps } from '../../server/deps.ts';
import { actFor, leave } from '../../server/features/session/identity-stack.service.ts';
import { revokePerson } from '../../server/features/session/revoke-person.ts';
import { signOut } from '../../server/features/session/session.service.ts';
import { type Member, type Staff, staffOf, type Unit } from '../session/staff.ts';
import { CableClient, connect } from './cable-client.ts';
import type { CableWorld } from './cable-world.ts';
import type { Station } from './station.ts';
import { openTestCable } from './test-cable.ts';

/** Milliseconds within which a socket is gone. Source: promise P1. */
const WITHIN_MS = 5_000;

let world: CableWorld;
let station: Station;
let staff: Staff;
let deps: Deps;
let place: Unit;
let close: () => Promise<void>;

beforeAll(async () => {
  // With the pings of every day: they are what looks.
  ({ world, station, close } = await openTestCable());
  const config = loadConfig({ APP_ENV: 'development' });
  deps = { pool: world.pool, now: () => new Date(), log: pino({ level: 'silent' }), config } as unknown as Deps;
  staff = staffOf(world.owner, deps);
  place = await staff.agency();
});
afterAll(() => close());

const STEP = { loginType: 'login_as', reason: 'a look at the book' } as const;

interface Scene {
  readonly manager: Member;
  readonly agent: Member;
  /** Token of the manager, acting as themselves. */
  readonly own: string;
  /** Token of the manager as the agent. */
  readonly acting: string;
}

async function scene(): Promise<Scene> {
  const manager = await staff.hire('manager', place);
  const agent = await staff.hire('agent', place, manager);
  const identity = await staff.identity(await staff.signIn(manager));
  const { token } = await actFor(deps, identity, agent.id, STEP, '');
  return { manager, agent, own: await staff.signIn(manager), acting: token };
}

const open = (token: string): Promise<CableClient> => connect(station.port, { cookie: `token=${token}` });

const change = ({ id, accountId }: Member, set: string) =>
  withAccount(deps.pool, { accountId }, async (tx) => {
    await tx.raw(`update users set ${set} where id = $1`, [id]);
    await revokePerson(tx, id, deps.now());
  });

const CHANGES: Readonly<Record<string, [keyof Pick<Scene, 'own' | 'acting'>, (scene: Scene) => Promise<unknown>]>> = {
  'stepping onto somebody': [
    'own',
    async ({ own, agent }) => actFor(deps, await staff.identity(own), agent.id, STEP, ''),
  ],
  'going back': [
    'acting',
    async ({ acting }) => {
      const identity = await staff.identity(acting);
      const { rows } = await world.owner.query<{ id: number }>('select parent_id as id from sessions where id = $1', [
        identity.sessionId,
      ]);
      return leave(deps, identity, rows[0]?.id ?? 0, '');
    },
  ],
  'signing out': ['acting', async ({ acting }) => signOut(deps, await staff.identity(acting), '')],
  'a demotion of the signer': ['acting', ({ manager }) => change(manager, `roles = '{agent}'`)],
  'a role that was written past every check': [
    'own',
    ({ manager }) => world.owner.query(`update users set roles = '{agent}' where id = $1`, [manager.id]),
  ],
  'a deactivation of the signer': ['acting', ({ manager }) => change(manager, 'active = false')],
  'a deactivation of who is acted for': ['acting', ({ agent }) => change(agent, 'active = false')],
  'a move out of reach': [
    'acting',
    ({ agent }) => world.owner.query('update users set manager_id = null where id = $1', [agent.id]),
  ],
  'an address that is theirs no more': [
    'own',
    ({ manager }) =>
      world.owner.query(`insert into auth_ips (account_id, user_id, network) values ($1, $2, '203.0.113.0/24')`, [
        manager.accountId,
        manager.id,
      ]),
  ],
};

test('an open socket ends within five seconds of any change of its identity', {
  timeout: 120_000,
}, async () => {
  const scenes = await Promise.all(
    Object.entries(CHANGES).map(async ([name, [whose, make]]) => {
      const actors = await scene();
      return { name, make: () => make(actors), client: await open(actors[whose]) };
    }),
  );
  const untouched = await open((await scene()).acting);

  const took = await Promise.all(
    scenes.map(async ({ name, make, client }) => {
      await make();
      const since = performance.now();
      await client.closed;
      return { name, ms: performance.now() - since, last: client.frames.at(-1) };
    }),
  );

  expect(took.filter(({ ms }) => ms > WITHIN_MS)).toEqual([]);
  expect(took.map(({ last }) => last)).toEqual(
    took.map(() => ({ type: 'disconnect', reason: 'remote', reconnect: true })),
  );
  expect(untouched.frames).toEqual([{ type: 'welcome' }]);
  await untouched.close();
});

test('rejects users from disallowed addresses', async () => {
  const { manager, own } = await scene();
  await world.owner.query(`insert into auth_ips (account_id, user_id, network) values ($1, $2, '203.0.113.0/24')`, [
    manager.accountId,
    manager.id,
  ]);

  const client = new CableClient(station.port, { cookie: `token=${own}` });
  await client.closed;

  expect(client.frames).toEqual([{ type: 'disconnect', reason: 'unauthorized', reconnect: false }]);
});
