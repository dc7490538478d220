import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CLOCK_HEADER } from '#contract/_wire.contract.ts';
import { commandDemoWorld, type DemoCommand, readDemoWorld } from '#contract/demo.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import type { Supervisor } from '../../server/adapters/supervisor.ts';
import { createApp } from '../../server/app.ts';
import type { Config } from '../../server/config.ts';
import { commandWorld } from '../../server/features/demo/demo-world.service.ts';
import { bootOf } from '../../server/http/boot.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { signedInAs } from '../_db/identity.ts';

const KILL: DemoCommand = { do: 'kill', part: 'web' };
const DAY_MS = 86_400_000;

/** The received request. */
const asked: DemoCommand[] = [];
const supervisor: Supervisor = {
  status: () => Promise.reject(new Error('nobody asks')),
  command: (command) => {
    asked.push(command);
    return Promise.resolve('The web process was killed. It restarts on its own.');
  },
};

let it: TestApp;
let stage: TestApp;
beforeAll(async () => {
  it = await openApp();
  stage = await openApp({ config: { appEnv: 'stage', allowPlainHttp: true } });
});
afterAll(async () => {
  await it.close();
  await stage.close();
});

describe('the buttons of the demo world', () => {
  test('say that a server which was started alone moves nothing', async () => {
    const admin = await it.signIn('admin');

    const answers = [await admin.call(readDemoWorld), await admin.call(commandDemoWorld, { body: KILL })];

    const sentence = 'This server runs standalone. Only bin/start and bin/dev can control the demo world.';
    expect(answers.map(({ status, body }) => [status, (body as unknown as { error: string }).error])).toEqual([
      [409, sentence],
      [409, sentence],
    ]);
  });

  test('are for admins', async () => {
    const manager = await it.signIn('manager');

    const answers = [await manager.call(readDemoWorld), await manager.call(commandDemoWorld, { body: KILL })];

    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
  });

  test('are not there in stage', async () => {
    const admin = await stage.signIn('admin');

    const answers = [await admin.call(readDemoWorld), await admin.call(commandDemoWorld, { body: KILL })];

    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  });

  test('reset nothing without the word', async () => {
    const admin = await it.signIn('admin');
    const body = { do: 'reset', confirm: 'yes' } as unknown as DemoCommand;

    const { status } = await admin.call(commandDemoWorld, { body });

    expect(status).toBe(422);
  });

  test('leave a row in the audit log before anything happens', async () => {
    const { admin } = it.world.people;
    const caller = { identity: signedInAs(admin, ['admin']), requestId: 'request-of-a-test' };

    const sentence = await commandWorld({ ...it.deps, supervisor }, caller, KILL);

    const { rows } = await it.owner.query('select action, detail from audit_log where request_id = $1', [
      caller.requestId,
    ]);
    expect({ asked, sentence, rows }).toEqual({
      asked: [KILL],
      sentence: 'The web process was killed. It restarts on its own.',
      rows: [{ action: 'demo_world.commanded', detail: KILL }],
    });
  });
});

describe('a clock that moves', () => {
  test('ends an expired session', async () => {
    const admin = await it.signIn('admin');
    const before = await admin.call(readMe);

    it.advance(3 * DAY_MS);
    const after = await admin.call(readMe);

    expect([before.status, after.status]).toEqual([200, 401]);
  });

  test('is sent with every response, if it can be moved', async () => {
    const now = () => new Date(Date.now() - DAY_MS);
    const headerIn = async (appEnv: Config['appEnv']) => {
      const app = await createApp({ ...it.deps, now, supervisor, config: { ...it.deps.config, appEnv } });
      const { headers } = await app.inject('/v1/health');
      await app.close();
      return headers[CLOCK_HEADER];
    };

    expect([await headerIn('demo'), await headerIn('stage')]).toEqual([String(-DAY_MS), undefined]);
  });

  test('is written into the page', async () => {
    const { config } = it.deps;

    expect([bootOf(config, 2 * DAY_MS).clock_ahead_ms, 'clock_ahead_ms' in bootOf(config)]).toEqual([
      2 * DAY_MS,
      false,
    ]);
  });
});
