import { type Consumer, createConsumer, adapters } from '@rails/actioncable';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CableWorld, Person } from './cable-world.ts';
import { openStation, type Station } from './station.ts';
import { openTestCable } from './test-cable.ts';

let world: CableWorld;
let station: Station;
let person: Person;
let close: () => Promise<void>;

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('document', { visibilityState: 'visible', createElement: () => ({}) });
  ({ world, station, close } = await openTestCable());
  person = await world.addPerson(await world.addAccount(), 'agent');
});
afterAll(async () => {
  await close();
  vi.unstubAllGlobals();
});

/** The client that Rails ships, with the cookie and the origin that a browser would add by itself. */
function consume(port: () => number, cookie: string): Consumer {
  class BrowserSocket extends WebSocket {
    constructor(_url: string | URL, protocols?: string | string[]) {
      const headers = { cookie, origin: `http://127.0.0.1:${port()}` };
      super(`ws://127.0.0.1:${port()}/cable`, { protocols, headers } as unknown as string[]);
    }
  }
  adapters.WebSocket = BrowserSocket;
  return createConsumer('ws://127.0.0.1/cable');
}

/** Everything that a subscription is told, in order. */
function listen(consumer: Consumer) {
  const heard: string[] = [];
  const subscription = consumer.subscriptions.create('NotificationsChannel', {
    connected: () => heard.push('connected'),
    disconnected: () => heard.push('disconnected'),
    rejected: () => heard.push('rejected'),
    received: ({ type, offset }: { type: string; offset: number }) => heard.push(`${type} ${offset}`),
  });
  return { heard, subscription };
}

const tell = () => world.emit(person.accountId, [{ stream: `user:${person.id}`, body: { type: 'told' } }]);

test('the client of Rails subscribes, receives, comes back after a restart and unsubscribes', async () => {
  const { cookie } = await world.signIn(person);
  let { port } = station;
  const consumer = consume(() => port, cookie);
  const { heard, subscription } = listen(consumer);
  await expect.poll(() => heard).toEqual(['connected', 'stream.positioned 0']);

  await tell();
  await expect.poll(() => heard.at(-1)).toBe('told 1');

  const next = await openStation(world.url);
  port = next.port;
  await station.cable.close();
  await expect
    .poll(() => heard.slice(3), { timeout: 20_000 })
    .toEqual(['disconnected', 'connected', 'stream.positioned 1']);

  subscription.perform('catch_up', { since: [{ stream: `user:${person.id}`, epoch: 'before', offset: 0 }] });
  await expect.poll(() => heard.at(-1)).toBe('stream.lost 1');

  subscription.unsubscribe();
  const other = listen(consumer);
  await expect.poll(() => other.heard).toEqual(['connected', 'stream.positioned 1']);
  await tell();
  await expect.poll(() => other.heard.at(-1)).toBe('told 2');
  expect(heard.at(-1)).toBe('stream.lost 1');

  consumer.disconnect();
  await next.close();
});

test('the client of Rails stays away when it is not signed in', async () => {
  const next = await openStation(world.url);
  const consumer = consume(() => next.port, '');
  const { heard } = listen(consumer);
  consumer.connect();

  await expect.poll(() => heard).toEqual(['disconnected']);
  expect(consumer.connection.isActive()).toBe(false);

  consumer.disconnect();
  await next.close();
});
