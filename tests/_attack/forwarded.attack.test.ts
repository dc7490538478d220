import { expect, inject, test } from 'vitest';
import WebSocket from 'ws';
import { CABLE_PATH, CABLE_PROTOCOL } from '#contract/_cable.contract.ts';
import { signIn } from '#contract/session/sign-in.contract.ts';
import { listOwnSessions } from '#contract/session/own-sessions.contract.ts';
import { DEMO_PASSWORD } from '../../server/features/demo/demo-people.ts';
import { clientOf } from '../_api/app.ts';
import { signInAs } from './attacker.ts';

const url = inject('appUrl');

test('a client of this machine does not choose the address and protocol that it comes with', async () => {
  const liar = await signInAs(url, 'agent');
  const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.test' };
  const visitor = clientOf(url, null);
  const body = { username: 'agent', password: DEMO_PASSWORD };

  const answer = await visitor.call(signIn, { body, headers });
  liar.cookie = visitor.cookie;

  expect([answer.status, visitor.cookie.split('=')[0]]).toEqual([200, 'token']);
  const sessions = (await liar.call(listOwnSessions)).body.data;
  expect(sessions.map(({ ip }) => ip)).not.toContain('203.0.113.7');
});

test('a page of the same name over another protocol opens no socket', async () => {
  const { cookie } = await signInAs(url, 'agent');
  const statusFrom = (origin: string): Promise<number> =>
    new Promise((done) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}${CABLE_PATH}`, [CABLE_PROTOCOL], {
        headers: { cookie, origin },
      });
      socket.on('error', () => undefined);
      socket.on('unexpected-response', (request, response) => {
        done(response.statusCode ?? 0);
        request.destroy();
      });
      socket.on('open', () => {
        done(101);
        socket.close();
      });
    });

  expect([await statusFrom(url), await statusFrom(url.replace('http:', 'https:'))]).toEqual([101, 404]);
});
