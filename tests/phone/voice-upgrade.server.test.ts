import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { type VoicePassage, passVoiceOn } from '../../server/http/voice-upgrade.ts';
import { voiceKeys, voiceSocket } from '../../server/voice/voice-address.ts';
import { openVoiceServer, type VoiceServer } from '../../server/voice/voice-server.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { VoiceBrowser } from './voice-browser.ts';

let it: TestApp;
let voice: VoiceServer;
let passage: VoicePassage;
let [agent, peer, outsider]: Client[] = [];
/** Accounts of the connections that arrived at the voice process. */
const taken: string[] = [];
const open: VoiceBrowser[] = [];
const warnings: unknown[] = [];

const LIMITS = { perAddress: 14, perAccount: 12 };

beforeAll(async () => {
  it = await openApp();
  [agent, peer, outsider] = [await it.signIn('agent'), await it.signIn('peer'), await it.signIn('outsider')];
  const gateway = {
    take: (_: WebSocket, __: string, account: string) => void taken.push(account),
    command: () => Promise.resolve(),
    counts: () => ({ calls: 0, devices: 0 }),
  };
  const use = { gateway, keys: voiceKeys(it.deps.seal), onTrouble: () => undefined };
  voice = await openVoiceServer({ path: voiceSocket(it.deps.config.dataDir) }, use);
});
afterAll(async () => {
  await voice.close();
  await it.close();
});

beforeEach(() => {
  const config = { ...it.deps.config, voice: { ...it.deps.config.voice, ...LIMITS } };
  const log = { ...it.deps.log, warn: (...told: unknown[]) => void warnings.push(told) };
  passage = passVoiceOn(it.app.server, { ...it.deps, config, log: log as unknown as typeof it.deps.log });
  for (const list of [taken, warnings]) list.length = 0;
});
afterEach(() => {
  for (const browser of open.splice(0)) browser.close();
  passage.close();
});

async function connect(client: Client | undefined, cookie = client?.cookie ?? ''): Promise<VoiceBrowser> {
  const browser = await VoiceBrowser.open(`${it.url.replace('http', 'ws')}/voice`, {
    origin: it.url,
    ...(cookie === '' ? {} : { cookie }),
  });
  open.push(browser);
  return browser;
}

const connectOften = async (client: Client | undefined, times: number) => {
  for (let time = 0; time < times; time += 1) await connect(client);
};

describe('a connection to the phone line', () => {
  test.each([
    ['without a session', ''],
    ['with a token of no session', `token=${'a'.repeat(43)}`],
    ['with half a cookie', 'token=a'],
  ])('%s is refused before the voice process hears of it', async (_, cookie) => {
    await expect(connect(undefined, cookie)).rejects.toThrow('401');
    expect(taken).toEqual([]);
  });

  test('with a session arrives with its account', async () => {
    await connect(agent);

    expect(taken).toEqual([String(agent?.person?.accountId)]);
  });

  test('is refused beyond ten of one user, until one of them closes', async () => {
    await connectOften(agent, 10);

    await expect(connect(agent)).rejects.toThrow('429');
    await connect(peer);
    open[0]?.close();
    await expect.poll(() => connect(agent).then(Boolean, () => false)).toBe(true);
  });

  test('is refused beyond the limit of its account', async () => {
    await connectOften(agent, 6);
    await connectOften(peer, 6);

    await expect(connect(peer)).rejects.toThrow('429');
    await connect(outsider);
    expect(JSON.stringify(warnings)).toContain('the account has 12 open connections to the phone line');
  });

  test('is refused beyond the limit of its address, and the log says so once', async () => {
    await connectOften(agent, 6);
    await connectOften(peer, 6);
    await connectOften(outsider, 2);

    for (const client of [outsider, outsider]) await expect(connect(client)).rejects.toThrow('429');
    expect(warnings).toEqual([[expect.anything(), 'the address has 14 open connections to the phone line']]);
  });

  test('that is refused is closed, also where the client keeps its side open', async () => {
    const { hostname, port } = new URL(it.url);
    const arrived = once(it.app.server, 'connection') as Promise<[Socket]>;
    const socket = createConnection({ host: hostname, port: Number(port), allowHalfOpen: true });
    const lines = ['GET /voice HTTP/1.1', `host: ${hostname}:${port}`, `origin: ${it.url}`, 'connection: upgrade'];
    socket.write([...lines, 'upgrade: websocket', '', ''].join('\r\n'));
    let heard = '';
    socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
    await once(socket, 'end');

    expect(heard).toContain('401 Unauthorized');
    const [serverSide] = await arrived;
    await expect.poll(() => serverSide.destroyed, { timeout: 10_000 }).toBe(true);
    socket.destroy();
  });

  test('that is refused takes no place', async () => {
    for (let time = 0; time < 20; time += 1) await expect(connect(undefined)).rejects.toThrow('401');

    await connect(agent);
    expect(taken).toHaveLength(1);
  });
});
