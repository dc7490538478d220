import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { CABLE_PROTOCOL, CHANNELS } from '#contract/_cable.contract.ts';
import { startRelay } from '../../server/cable/relay.ts';
import { attachCable, type CableServer } from '../../server/cable/cable-server.ts';
import { channelOf } from '../../server/cable/channels.ts';
import { MAX_INBOUND_PER_SECOND } from '../../server/cable/protocol.ts';
import {
  accountStream,
  chatStream,
  contactsStream,
  contactStream,
  conversationStream,
  importStream,
  liveStream,
  unitsStream,
  textsStream,
  unitStream,
  userStream,
} from '../../server/events.ts';
import { CableClient, NOTIFICATIONS } from '../_cable/cable-client.ts';
import { canaryOf, foreignIn } from './canaries.ts';
import { kindOf } from './kinds.ts';
import {
  type Actor,
  credentialsOf,
  type MatrixWorld,
  openMatrixWorld,
  type Relation,
  RELATIONS,
  type Somebody,
} from './matrix-world.ts';
import { personOf } from './things.ts';

/** Parameters of each channel, for one relation. A channel without an entry fails. */
const PARAMS: Readonly<
  Record<
    string,
    (asked: { userId: number; importId: number; contactId: number; conversationId: number }) => readonly object[]
  >
> = {
  NotificationsChannel: ({ userId, contactId }) => [
    {},
    { user_id: userId },
    { contact_id: contactId },
    { audience: 'resources' },
  ],
  ContactsImportChannel: ({ userId, importId }) => [
    {},
    { import_id: importId },
    { audience: 'downline' },
    { audience: 'downline', user_id: userId },
  ],
  ContactsTransferChannel: ({ userId }) => [{}, { audience: 'downline', user_id: userId }],
  JobsChannel: () => [{}, { audience: 'downline' }],
  SmsChannel: ({ conversationId }) => [{}, { conversation_id: conversationId }],
  ConvergeOneChannel: () => [{}, { audience: 'downline' }],
  ChatChannel: () => [{}],
};

let world: MatrixWorld;
let cable: CableServer;
let relay: { close(): Promise<void> };
beforeAll(async () => {
  world = await openMatrixWorld();
  cable = attachCable(world.it.app.server, world.it.deps, { drainMs: 0 });
  relay = startRelay(world.it.deps);
}, 120_000);
afterAll(async () => {
  await cable.close();
  await relay.close();
  await world.it.close();
});

interface Ask {
  readonly actor: Actor;
  readonly relation: Relation;
  readonly owner: Somebody;
  readonly importId: number;
  readonly mayHear: boolean;
  readonly contactId: number;
  readonly maySee: boolean;
  readonly conversationId: number;
  readonly mayRead: boolean;
}

const ENDPOINT = { path: '/cable', effect: 'read' } as const;

const channels = () => CHANNELS.filter((name) => channelOf(name) !== undefined);

async function asksOf(actor: Actor): Promise<Ask[]> {
  const { relations, verdict, make } = kindOf('attempt');
  const contacts = kindOf('contact');
  const conversations = kindOf('conversation');
  return Promise.all(
    RELATIONS.filter((relation) => relations.includes(relation)).map(async (relation) => {
      const { id } = await make(world, actor, relation, 'processing');
      const { id: contactId } = await contacts.make(world, actor, relation, '');
      const { id: conversationId } = await conversations.make(world, actor, relation, '');
      const question = { actor, relation, endpoint: ENDPOINT as never, words: {} };
      return {
        actor,
        relation,
        owner: relation === 'unknown' ? actor.person : personOf(actor, relation),
        importId: id,
        mayHear: verdict(question) === 'open',
        contactId,
        maySee: contacts.verdict(question) === 'open',
        conversationId,
        mayRead: conversations.verdict(question) === 'open',
      };
    }),
  );
}

const identifiersOf = ({ owner, importId, contactId, conversationId }: Ask): string[] =>
  channels().flatMap((channel) =>
    (PARAMS[channel]?.({ userId: owner.id, importId, contactId, conversationId }) ?? []).map((params) =>
      JSON.stringify({ channel, ...params }),
    ),
  );

/** Says something with the owner's canary in every stream that is about them. */
async function speak(asks: readonly Ask[], last: string): Promise<void> {
  const rows: (readonly [number, string, string])[] = asks.flatMap(
    ({ owner, importId, contactId, conversationId, relation }) =>
      (relation === 'unknown'
        ? []
        : [
            importStream(importId),
            userStream(owner.id),
            chatStream({ userId: owner.id, actorId: owner.id }),
            liveStream(owner.id),
            contactStream(contactId, owner.id),
            contactsStream(owner.id),
            textsStream(owner.id),
            conversationStream(conversationId, owner.id),
          ]
      ).map((stream) => [owner.accountId, stream, canaryOf(owner.tenant, owner.key)] as const),
  );
  const shared = asks.flatMap(({ owner: { accountId, tenant, unitId }, relation }) =>
    (relation === 'unknown' ? [] : [accountStream(accountId), unitsStream(accountId), unitStream(unitId)]).map(
      (stream) => [accountId, stream, canaryOf(tenant, 'shared')] as const,
    ),
  );
  const ends = world.actors.map(({ person }) => [person.accountId, userStream(person.id), last] as const);
  const all = [...rows, ...shared, ...ends];
  await world.it.owner.query(
    `insert into events (account_id, stream, body)
     select account_id, stream, jsonb_build_object('type', 'contacts.changed', 'ids', null, 'said', said)
     from unnest($1::bigint[], $2::text[], $3::text[]) with ordinality as fresh(account_id, stream, said, place) order by place`,
    [all.map(([account]) => account), all.map(([, stream]) => stream), all.map(([, , said]) => said)],
  );
}

/** Shared out over as many lines as they need; the end of what is said is heard on each. */
const inLines = (identifiers: readonly string[]): string[][] => {
  const others = identifiers.filter((identifier) => identifier !== NOTIFICATIONS);
  const most = MAX_INBOUND_PER_SECOND - 1;
  return Array.from({ length: Math.ceil(others.length / most) }, (_, line) => [
    NOTIFICATIONS,
    ...others.slice(line * most, (line + 1) * most),
  ]);
};

async function subscribe({ client, identifiers }: { client: CableClient; identifiers: readonly string[] }) {
  await client.frame('welcome');
  for (const identifier of identifiers) client.send({ command: 'subscribe', identifier });
  await client.until(() =>
    identifiers.every((identifier) => client.frames.some((frame) => frame['identifier'] === identifier)),
  );
}

describe('every channel, for every actor and relation', () => {
  test('has parameters to ask with', () => {
    expect(channels().filter((name) => PARAMS[name] === undefined)).toEqual([]);
  });

  test('delivers nothing that an actor may not see', async () => {
    const port = (world.it.app.server.address() as AddressInfo).port;
    const listening = world.actors.filter(({ by }) => by === 'session' || by === 'acting');
    const heard = await Promise.all(
      listening.map(async (actor) => {
        const { cookie = '' } = await credentialsOf(world, actor, 'closed');
        const asks = await asksOf(actor);
        const asked = new Map(asks.map((ask) => [ask, identifiersOf(ask)] as const));
        const wanted = [...new Set([NOTIFICATIONS, ...[...asked.values()].flat()])];
        const lines = inLines(wanted).map((identifiers) => ({
          identifiers,
          client: new CableClient(port, { cookie }),
        }));
        await Promise.all(lines.map((line) => subscribe(line)));
        return { actor, clients: lines.map(({ client }) => client), asks };
      }),
    );

    await speak(
      heard.flatMap(({ asks }) => asks),
      'the end',
    );
    await Promise.all(
      heard.flatMap(({ clients }) =>
        clients.map((client) => client.until(() => client.messages().some((message) => message['said'] === 'the end'))),
      ),
    );

    const framesOf = (clients: readonly CableClient[]) => clients.flatMap(({ frames }) => frames);
    const foreign = heard.flatMap(({ actor, clients }) =>
      foreignIn(world, actor, 'cable', JSON.stringify(framesOf(clients))),
    );
    const refused = heard.flatMap(({ actor, clients, asks }) =>
      asks.flatMap(({ importId, mayHear, contactId, maySee, conversationId, mayRead, relation }) => {
        const isIn = (params: object) => {
          const identifier = JSON.stringify(params);
          return framesOf(clients).some(
            (frame) => frame['type'] === 'confirm_subscription' && frame['identifier'] === identifier,
          );
        };
        const told = (what: string, yes: boolean, may: boolean) =>
          yes === may ? [] : [`${actor.name} is ${yes ? '' : 'not '}let in to ${what} of ${relation}`];
        return [
          ...told('an import', isIn({ channel: 'ContactsImportChannel', import_id: importId }), mayHear),
          ...told('a contact', isIn({ channel: 'NotificationsChannel', contact_id: contactId }), maySee),
          ...told('texts', isIn({ channel: 'SmsChannel', conversation_id: conversationId }), mayRead),
        ];
      }),
    );
    const said = heard.filter(({ clients }) => JSON.stringify(framesOf(clients)).includes('cnry-'));
    await Promise.all(heard.flatMap(({ clients }) => clients.map((client) => client.close())));

    expect([...new Set(foreign)]).toEqual([]);
    expect(refused).toEqual([]);
    expect(said.length).toBe(listening.length);
  });

  test('rejects API keys and clients without a session', async () => {
    const port = (world.it.app.server.address() as AddressInfo).port;
    const outside = world.actors.filter(({ by }) => by === 'key' || by === 'nobody');
    const frames = await Promise.all(
      outside.map(async (actor) => {
        const headers = { origin: `http://127.0.0.1:${port}`, ...(await credentialsOf(world, actor, 'closed')) };
        const socket = new WebSocket(`ws://127.0.0.1:${port}/cable`, [CABLE_PROTOCOL], { headers });
        const frame = await new Promise((done) =>
          socket.once('message', (data: Buffer) => done(JSON.parse(data.toString()))),
        );
        socket.terminate();
        return frame;
      }),
    );

    expect(frames).toEqual(outside.map(() => ({ type: 'disconnect', reason: 'unauthorized', reconnect: false })));
  });
});
