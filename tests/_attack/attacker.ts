import { setTimeout as sleep } from 'node:timers/promises';
import { readMe } from '#contract/session.contract.ts';
import { signIn } from '#contract/session/sign-in.contract.ts';
import { DEMO_PASSWORD } from '../../server/features/demo/demo-people.ts';
import { type Client, clientOf } from '../_api/app.ts';

/** A browser of a demo user, such as `agent`. */
export async function signInAs(url: string, username: string): Promise<Client> {
  const visitor = clientOf(url, null);
  const { status } = await visitor.call(signIn, { body: { username, password: DEMO_PASSWORD } });
  if (status !== 200) throw new Error(`${username} can't sign in: ${status}`);
  const { id, roles } = (await visitor.call(readMe)).body.data;
  const client = clientOf(url, { id, accountId: 0, businessUnitId: 0, username, role: roles[0] ?? 'agent' });
  client.cookie = visitor.cookie;
  return client;
}

/** Sends raw JSON. */
export const postJson = (client: Client, path: string, body: string) =>
  client.send('POST', path, { headers: { 'content-type': 'application/json' }, body });

/** Milliseconds between two requests of a bystander. */
const PAUSE_MS = 10;

/** Result of `underAttack`. */
interface Watched<Result> {
  readonly result: Result;
  /** Milliseconds of the bystander's slowest request. */
  readonly slowest: number;
  /** Statuses of the bystander's requests. */
  readonly statuses: ReadonlySet<number>;
}

/** Runs an attack while a bystander keeps asking, one request at a time. */
export async function underAttack<Result>(
  bystander: () => Promise<{ readonly status: number }>,
  attack: () => Promise<Result>,
): Promise<Watched<Result>> {
  const state = { over: false, slowest: 0 };
  const statuses = new Set<number>();
  const watching = (async () => {
    do {
      const began = performance.now();
      statuses.add((await bystander()).status);
      state.slowest = Math.max(state.slowest, performance.now() - began);
      await sleep(PAUSE_MS);
    } while (!state.over);
  })();
  const result = await attack().finally(() => {
    state.over = true;
  });
  await watching;
  return { result, slowest: state.slowest, statuses };
}
