import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadConfig } from '../../server/config.ts';
import { withAccount } from '../../server/db/tx.ts';
import type { Deps } from '../../server/deps.ts';
import { actFor, leave } from '../../server/features/session/identity-stack.service.ts';
import { revokePerson } from '../../server/features/session/revoke-person.ts';
import { signOut } from '../../server/features/session/session.service.ts';
import { rotateSession } from '../../server/features/session/session-tokens.ts';
import type { Identity } from '../../server/identity.ts';
import { openDatabase, type TestDatabase } from '../_db/database.ts';
import { type Member, type Staff, staffOf, type Unit } from './staff.ts';

/** Repetitions of each race: the winner varies. */
const TIMES = 25;

let database: TestDatabase;
let deps: Deps;
let staff: Staff;
let place: Unit;
beforeAll(async () => {
  database = await openDatabase();
  const { appPool: pool } = database;
  const config = loadConfig({ APP_ENV: 'development' });
  deps = { pool, now: () => new Date(), log: pino({ level: 'silent' }), config } as unknown as Deps;
  staff = staffOf(database.pool, deps);
  place = await staff.agency();
});
afterAll(() => database.close());

const STEP = { loginType: 'login_as', reason: 'a look at the book' } as const;

interface Cast {
  readonly manager: Member;
  readonly between: Member;
  readonly agent: Member;
  readonly identity: Identity;
}

/** A signed-in manager, above a user who is above an agent. */
async function cast(): Promise<Cast> {
  const manager = await staff.hire('manager', place);
  const between = await staff.hire('field_manager', place, manager);
  const agent = await staff.hire('agent', place, between);
  return { manager, between, agent, identity: await staff.identity(await staff.signIn(manager)) };
}

const step = ({ identity, agent }: Cast) => actFor(deps, identity, agent.id, STEP, '');

/** The code of the refusal. Throws on for anything else. */
const codeOf = (reason: unknown): string => {
  if (reason instanceof Error && 'code' in reason) return String(reason.code);
  throw reason;
};
const isAlive = async (token: string) => (await staff.who(token).catch(() => null)) !== null;

/** After a race with what forbids the step: it was refused, or its session is over. */
async function requireOver(begun: PromiseSettledResult<{ token: string }>): Promise<void> {
  if (begun.status === 'fulfilled') expect(await isAlive(begun.value.token)).toBe(false);
  else expect(['no_session', 'not_found', 'access_denied', 'identity_changed']).toContain(codeOf(begun.reason));
}

const change = ({ id, accountId }: Member, set: string, value: unknown) =>
  withAccount(deps.pool, { accountId }, async (tx) => {
    await tx.raw(`update users set ${set} where id = $1`, [id, value]);
    await revokePerson(tx, id, deps.now());
  });

const moveAway = ({ id }: Member) => database.pool.query('update users set manager_id = null where id = $1', [id]);

describe('at the same time', () => {
  test('several steps from one session take one', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const actors = await cast();

      const settled = await Promise.allSettled([1, 2, 3].map(() => step(actors)));

      const codes = settled.flatMap((one) => (one.status === 'rejected' ? [codeOf(one.reason)] : []));
      expect(codes).toEqual(['identity_changed', 'identity_changed']);
    }
  });

  test('a step and a new token of the session below leave one of the two', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const actors = await cast();
      const { identity } = actors;

      const [begun, rotated] = await Promise.allSettled([
        step(actors),
        withAccount(deps.pool, identity, (tx) => rotateSession(tx, identity.sessionId, deps.now())),
      ]);

      const tokens = [begun, rotated].flatMap((one) => (one.status === 'fulfilled' ? [one.value.token] : []));
      const alive = await Promise.all(tokens.map(isAlive));
      expect(alive.filter(Boolean).length).toBe(1);
    }
  });

  test('several ways back take one', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const actors = await cast();
      const { token, user } = await step(actors);
      const identity = await staff.identity(token);
      const below = user.identity[0]?.session_id ?? 0;

      const settled = await Promise.allSettled([1, 2, 3].map(() => leave(deps, identity, below, '')));

      const codes = settled.flatMap((one) => (one.status === 'rejected' ? [codeOf(one.reason)] : []));
      expect(codes).toEqual(['identity_changed', 'identity_changed']);
    }
  });

  test.each<[string, (actors: Cast) => Promise<unknown>]>([
    ['the demotion of who takes it', ({ manager }) => change(manager, 'roles = $2', ['agent'])],
    ['the deactivation of who takes it', ({ manager }) => change(manager, 'active = $2', false)],
    ['the promotion of whom it leads to', ({ agent }) => change(agent, 'roles = $2', ['manager'])],
    ['a move out of reach', ({ agent }) => moveAway(agent)],
    ['a move of somebody between', ({ between }) => moveAway(between)],
    ['signing out', ({ identity }) => signOut(deps, identity, '')],
  ])('a step and %s leave nobody who acts', async (_what, forbid) => {
    for (let time = 0; time < TIMES; time += 1) {
      const actors = await cast();

      const [begun] = await Promise.allSettled([step(actors), forbid(actors)]);

      await requireOver(begun);
    }
  });

  test('a way back and the deactivation of who is below lead nowhere', async () => {
    for (let time = 0; time < TIMES; time += 1) {
      const actors = await cast();
      const { token, user } = await step(actors);
      const identity = await staff.identity(token);

      const [left] = await Promise.allSettled([
        leave(deps, identity, user.identity[0]?.session_id ?? 0, ''),
        change(actors.manager, 'active = $2', false),
      ]);

      await requireOver(left);
    }
  });
});
