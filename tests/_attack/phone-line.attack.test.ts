import { afterAll, expect, inject, test } from 'vitest';
import { WebSocket } from 'ws';
import { fetchDeviceToken } from '#contract/phone.contract.ts';
import { VoiceBrowser } from '../phone/voice-browser.ts';
import { signInAs } from './attacker.ts';

const url = inject('appUrl');
const address = `${url.replace('http', 'ws')}/voice`;
const open: WebSocket[] = [];
afterAll(() => {
  for (const socket of open) socket.terminate();
});

/** The status with which a connection is refused; 101: it is not. */
function connect(cookie: string | null): Promise<number> {
  const socket = new WebSocket(address, { headers: { origin: url, ...(cookie === null ? {} : { cookie }) } });
  open.push(socket);
  return new Promise((done) => {
    socket.once('open', () => done(101));
    socket.once('unexpected-response', (_, response) => done(response.statusCode ?? 0));
    socket.on('error', () => done(0));
  });
}

const connectOften = (times: number, cookie: string | null) =>
  Promise.all(Array.from({ length: times }, () => connect(cookie)));

test('200 strangers and 200 silent connections of one user stop nobody else from registering a phone', async () => {
  const [attacker, victim] = [await signInAs(url, 'agent'), await signInAs(url, 'manager')];

  const strangers = await connectOften(200, null);
  const own = await connectOften(200, attacker.cookie);

  expect(strangers.filter((status) => status !== 401)).toEqual([]);
  expect(own.filter((status) => status === 101)).toHaveLength(10);
  expect(own.filter((status) => status === 429)).toHaveLength(190);
  const phone = await VoiceBrowser.open(address, { origin: url, cookie: victim.cookie });
  await phone.register((await victim.call(fetchDeviceToken)).body.token);
  phone.close();
});
