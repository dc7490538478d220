import { expect, test } from 'vitest';
import { request } from 'node:http';
import { KEY_HEADER } from '../../server/voice/voice-address.ts';
import { openVoiceServer } from '../../server/voice/voice-server.ts';

test('a key with letters of two bytes is refused as any wrong one', async () => {
  const gateway = {
    take: () => undefined,
    command: () => Promise.resolve(),
    counts: () => ({ calls: 0, devices: 0 }),
  };
  const use = { gateway, keys: ['abcd'], onTrouble: () => undefined };
  const server = await openVoiceServer({ port: 0, host: '127.0.0.1' }, use);
  const status = await new Promise((done, refuse) => {
    const asked = request({ host: '127.0.0.1', port: server.port, path: '/', headers: { [KEY_HEADER]: 'éabc' } });
    asked.on('error', refuse).on('response', (response) => done(response.resume().statusCode));
    asked.end();
  });
  await server.close();

  expect(status).toBe(401);
});
