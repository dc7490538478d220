import { SERVICE_ALLOWED } from '#contract/compliance.contract.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  fetchActiveCalls,
  fetchCallLogs,
  fetchHistoricalCalls,
  hangupCall,
  holdCall,
  startCall,
  transferCall,
} from '#contract/phone.contract.ts';
import { LineRefusal } from '../../server/adapters/voice/voice-line.ts';
import type { CallFact } from '../../server/features/phone/calls/call-facts.ts';
import { noticesOf } from '../notifications/notices.ts';
import {
  type CallDesk,
  COMPLETED,
  LineAway,
  NoSuchCall,
  NUMBERS,
  openCallDesk,
  OUTSIDE,
  statusOf,
} from './call-desk.ts';

let it: CallDesk;
beforeAll(async () => {
  it = await openCallDesk();
});
afterAll(() => it.close());
beforeEach(() => it.clear());

const service = 'service' as const;

const callOf = async (id: number) => (await it.agent.call(fetchCallLogs, { body: { call_id: id } })).body.data.call;
const logOf = async (id: number) =>
  (await it.agent.call(fetchCallLogs, { body: { call_id: id } })).body.data.log.map(({ text }) => text);
const activeOf = async (client = it.agent) => (await client.call(fetchActiveCalls, { body: {} })).body.call_list;

describe('start_call', () => {
  test('writes a call to a number as people write it', async () => {
    const { status, body } = await it.start({ phone_number: '(512) 555-0142', purpose: service });
    expect([status, body.data]).toMatchObject([
      200,
      {
        sid: null,
        line: 'embedded',
        call_direction: 'outbound',
        call_from: NUMBERS.agent,
        call_to: OUTSIDE,
        caller_state: 'TX',
        status: 'starting',
        user: { id: it.idOf('agent'), name: 'Amy Agent' },
        contact: null,
        purpose: service,
      },
    ]);
  });

  test.for(['12345678', 'not a number', '555-0142', '+1234567890123456'])('refuses %s as no number', async (number) => {
    const { status, body } = await it.start({ phone_number: number });
    expect([status, body]).toMatchObject([422, { errors: { phone_number: ['invalid phone number'] } }]);
  });

  test('is about the only contact of the number, and keeps why they may be called', async () => {
    const id = await it.contact({ first_name: 'Rosa', last_name: 'Okafor', phone: OUTSIDE, state: 'TX' });
    const { body } = await it.start({ phone_number: OUTSIDE, purpose: service });
    expect([
      body.data.contact,
      await it.sql('select contact_id, channel, purpose, allowed, user_id from contact_decisions'),
    ]).toEqual([
      { id, number: 1, name: 'Rosa Okafor' },
      [{ contact_id: id, channel: 'call', purpose: service, allowed: true, user_id: it.idOf('agent') }],
    ]);
  });

  test('is about nobody while several share the number', async () => {
    await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    await it.contact({ first_name: 'Emeka', phone_2: OUTSIDE });
    expect((await it.start({ phone_number: OUTSIDE, purpose: service })).body.data.contact).toBeNull();
  });

  test('refuses who asked not to be called, with the reason, and keeps that decision alone', async () => {
    const id = await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    await stop(id);
    const { status, body } = await it.start({ phone_number: OUTSIDE, contact_id: id });
    expect([
      status,
      (body as unknown as { error: string }).error,
      await it.sql('select allowed, reason from contact_decisions'),
      await it.sql('select from calls'),
    ]).toEqual([
      422,
      expect.stringMatching(/^The number is on a Do Not Call list\./),
      [{ allowed: false, reason: 'do_not_call' }],
      [],
    ]);
  });

  test('refuses a number that somebody asked not to be called at, also when it is dialled by hand', async () => {
    const id = await it.contact({ first_name: 'Rosa', phone: OUTSIDE }, 'peer');
    await stop(id);
    expect(statusOf(await it.start({ phone_number: OUTSIDE }))).toBe(422);
  });

  test('asks nobody for consent to call a colleague', async () => {
    await it.contact({ first_name: 'Pia', phone: '+18135550177' });
    expect(statusOf(await it.start({ phone_number: NUMBERS.peer }))).toBe(200);
  });

  test('says until when a call is blocked, and that one for service is not', async () => {
    // It is 7:00 there, whatever the season.
    await it.contact({ first_name: 'Tui', phone: OUTSIDE, state: 'AS' });
    const { body } = await it.start({ phone_number: OUTSIDE });
    expect(body).toMatchObject({
      error: expect.stringMatching(/^Call blocked until 8:00 AM American Samoa Time\. .*\(47 CFR/),
      errors: { purpose: [SERVICE_ALLOWED] },
    });
    expect((await it.start({ phone_number: OUTSIDE, purpose: service })).status).toBe(200);
  });

  test('refuses the own number', async () => {
    expect((await it.start({ phone_number: NUMBERS.agent })).body).toMatchObject({
      errors: { phone_number: ['This is your own number.'] },
    });
  });

  test('refuses when the minutes are used up or the license is unpaid, by the words of the specification', async () => {
    const id = it.idOf('agent');
    await it.sql('update users set dialer_enabled = false where id = $1', [id]);
    await it.sql(
      `with s as (
         insert into plan_subscriptions (account_id, kind, user_id, order_type) values ($1, 'dialer', $3, 'manager_pay') returning id)
       insert into plan_licenses (account_id, kind, subscription_id, user_id, paid, allocation) select $1, 'dialer', s.id, $2, true, 0 from s`,
      [it.world.accountId, id, it.idOf('manager')],
    );
    const answers = [
      (await it.start({ phone_number: OUTSIDE, purpose: service })).body,
      (await it.start({ phone_number: NUMBERS.echo, purpose: service })).body,
    ];
    await it.sql('update plan_licenses set paid = false, allocation = 500');
    const unpaid = (await it.start({ phone_number: OUTSIDE, purpose: service })).body;
    await it.sql('delete from plan_subscriptions');
    const without = (await it.start({ phone_number: NUMBERS.echo, purpose: service })).body;
    await it.sql('update users set dialer_enabled = true');
    expect([...answers, unpaid, without]).toMatchObject([
      {
        code: 'refused',
        error: 'Please request additional minutes from your manager.',
        errors: { minutes: ['Over minutes allocated'] },
      },
      { data: { call_to: NUMBERS.echo } },
      { code: 'refused', errors: { minutes: ['Over minutes allocated'] } },
      { code: 'conflict', error: "You don't have a phone subscription." },
    ]);
  });

  test('refuses during another call, not while that one is on hold, and beside two on hold', async () => {
    const { id } = await it.talk();
    const busy = (await it.start({ phone_number: OUTSIDE, purpose: service })).body;
    await it.note(id, { kind: 'held' });
    const second = await it.dial(OUTSIDE);
    await it.note(second.call.id, { kind: 'ringing' });
    await it.note(second.call.id, { kind: 'answered', agent: null });
    await it.note(second.call.id, { kind: 'held' });
    const third = (await it.start({ phone_number: OUTSIDE, purpose: service })).body;
    expect([busy, second.call.status, third]).toMatchObject([
      { code: 'conflict', error: "You're on a call with 1-813-555-0199. End it or put it on hold first." },
      'starting',
      { code: 'conflict', error: 'You have two calls on hold. End one of them first.' },
    ]);
  });

  test('ends what was asked for before and never dialled', async () => {
    const first = (await it.start({ phone_number: OUTSIDE, purpose: service })).body.data;
    const second = (await it.start({ phone_number: OUTSIDE, purpose: service })).body.data;
    expect([
      await callOf(first.id).then(({ status, outcome }) => [status, outcome]),
      (await activeOf()).map(({ id }) => id),
    ]).toEqual([['ended', 'cancelled'], [second.id]]);
  });

  test('makes one call of several at once', async () => {
    await Promise.all([1, 2, 3].map(() => it.start({ phone_number: OUTSIDE, purpose: service })));
    expect(await activeOf()).toHaveLength(1);
  });

  test('makes one call of one key', async () => {
    const asked = { body: { phone_number: OUTSIDE, purpose: service }, idempotencyKey: randomUUID() };
    const first = await it.agent.call(startCall, asked);
    const again = await it.agent.call(startCall, asked);
    expect([again.body, await it.sql('select id from calls')]).toEqual([first.body, [{ id: first.body.data.id }]]);
  });
});

const stop = (contactId: number) =>
  it.sql(
    `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at)
     values ($1, $2, 'call', 'do_not_call', 'any', 'Said so.', 'asked', now() - interval '1 day')`,
    [it.world.accountId, contactId],
  );

describe('a call on the line', () => {
  test('is taken once, and by whose it is alone', async () => {
    const { body } = await it.start({ phone_number: NUMBERS.echo, purpose: service });
    const taken = (who: 'agent' | 'peer') =>
      it.ledger.take(it.agentOf(who), { callId: body.data.id, sid: randomUUID(), gateway: 'g1' });
    expect([await taken('peer'), await taken('agent'), await taken('agent')]).toMatchObject([
      { from: '', route: { kind: 'refused', outcome: 'failed' } },
      { from: NUMBERS.agent, to: NUMBERS.echo, route: { kind: 'echo' } },
      { from: '', route: { kind: 'refused' } },
    ]);
  });

  test('of two takes at once goes out one time', async () => {
    const { body } = await it.start({ phone_number: NUMBERS.peer, purpose: service });
    const take = () => it.ledger.take(it.agentOf('agent'), { callId: body.data.id, sid: randomUUID(), gateway: 'g1' });
    const routes = (await Promise.all([take(), take()])).map(({ route }) => route.kind);
    expect([routes.toSorted(), await it.sql('select direction from calls order by id')]).toEqual([
      ['agents', 'refused'],
      [{ direction: 'outbound' }, { direction: 'inbound' }],
    ]);
  });

  test('goes to the echo line where no carrier reaches the number, and says so', async () => {
    const { call, route } = await it.dial(OUTSIDE);
    expect([route, await logOf(call.id)]).toEqual([
      { kind: 'echo' },
      ['Amy Agent called 1-512-555-0142.', 'The call went out. Demo mode: calls connect to an echo line.'],
    ]);
    expect(await callOf(call.id)).toMatchObject({ inside: null, echo_instead: true });
  });

  test('says who of the agency has the number', async () => {
    const insideOf = async (to: string) => (await it.start({ phone_number: to, purpose: service })).body.data.inside;
    expect([await insideOf(NUMBERS.peer), await insideOf(NUMBERS.stranger)]).toEqual([
      { kind: 'colleague', name: 'Pia Peer' },
      null,
    ]);
  });

  test('is told to those above, and to who looks at its contact', async () => {
    const contact = await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    const { call } = await it.dial(OUTSIDE);
    const below = () => it.sql('select body from events where stream = $1', [`live:${it.idOf('manager')}`]);
    const looked = () =>
      it.sql('select body from events where stream = $1', [`contact:${contact}:${it.idOf('agent')}`]);
    const before = [(await below()).at(-1), await looked()];
    await it.note(call.id, { kind: 'answered', agent: null });
    expect([before, await looked()]).toEqual([
      [{ body: { type: 'call.below', call_id: call.id } }, []],
      [{ body: { type: 'contact.changed', id: contact } }],
    ]);
  });

  test('goes through its life and is told to its agent', async () => {
    const { call } = await it.dial(NUMBERS.echo);
    await it.note(call.id, { kind: 'ringing' });
    it.advance(4_000);
    await it.note(call.id, { kind: 'answered', agent: null });
    it.advance(402_000);
    await it.note(call.id, COMPLETED);
    const told = (await it.told('agent')).flatMap((body) => (body.type === 'call.changed' ? [body.call] : []));
    expect([
      await callOf(call.id),
      told.map(({ status, version }) => [status, version]),
      (await logOf(call.id)).slice(2),
    ]).toMatchObject([
      { status: 'ended', outcome: 'completed', seconds: 402, sid: expect.stringMatching(/^CA[\da-f]{32}$/) },
      [
        ['starting', 1],
        ['starting', 2],
        ['ringing', 3],
        ['active', 4],
        ['ended', 5],
      ],
      ['Ringing.', 'The other party answered.', 'Amy Agent hung up.'],
    ]);
  });

  test('comes to one row whatever the order in which its facts come, and however often', async () => {
    const at = (second: number) => new Date(Date.UTC(2026, 10, 25, 18, 0, second));
    const facts: CallFact[] = [
      { key: 'ringing', at: at(1), kind: 'ringing' },
      { key: 'answered', at: at(5), kind: 'answered', agent: null },
      { key: 'held', at: at(9), kind: 'held' },
      { key: 'started', at: at(11), kind: 'recordingStarted' },
      { key: 'stopped', at: at(21), kind: 'recordingStopped', seconds: 10 },
      { key: 'ended', at: at(45), ...COMPLETED },
    ];
    const ids: number[] = [];
    for (let turn = 0; turn < facts.length; turn += 1) {
      const { call } = await it.dial(NUMBERS.echo);
      ids.push(call.id);
      const turned = [...facts.slice(turn), ...facts.slice(0, turn)];
      for (const fact of turn % 2 === 0 ? turned : turned.toReversed()) {
        await it.ledger.note(call.id, fact);
        await it.ledger.note(call.id, fact);
      }
    }
    const rows = await it.sql<{ calls: number }>(
      `select status, outcome, seconds, held, recording, recording_seconds, count(*)::int as calls,
         (select count(*)::int from call_events where kind = any($2)) as events
       from calls where id = any($1) group by 1, 2, 3, 4, 5, 6`,
      [ids, facts.map(({ kind }) => kind)],
    );
    const [status, outcome] = ['ended', 'completed'];
    expect(rows).toEqual([
      { status, outcome, seconds: 40, held: false, recording: 'off', recording_seconds: 10, calls: 6, events: 36 },
    ]);
  });

  test('of which nobody knows changes nothing', async () => {
    await expect(it.note(999_999_999, { kind: 'ringing' })).resolves.toBeUndefined();
  });

  test('is over when its voice process is dead, and when it was never dialled', async () => {
    const { call } = await it.dial(NUMBERS.echo);
    const alive = await it.ledger.endAbandoned(['g1']);
    const dead = await it.ledger.endAbandoned(['g2']);
    const undialled = (await it.start({ phone_number: OUTSIDE, purpose: service })).body.data;
    it.advance(121_000);
    const { call: other } = await it.dial(NUMBERS.echo, 'peer');
    const late = await it.ledger.endAbandoned(null);
    expect([
      [alive, dead, late],
      (await it.peer.call(fetchCallLogs, { body: { call_id: other.id } })).body.data.call.status,
      (await callOf(call.id)).outcome,
      (await logOf(call.id)).at(-1),
      (await callOf(undialled.id)).outcome,
    ]).toEqual([[0, 1, 1], 'starting', 'failed', 'The call failed. The voice service stopped.', 'cancelled']);
  });
});

describe('a call to an agent', () => {
  test('has a side of each, of one conversation', async () => {
    await it.contact({ first_name: 'Amy', last_name: 'Friend', phone: NUMBERS.agent }, 'peer');
    const { route } = await it.dial(NUMBERS.peer);
    const told = await it.told('peer');
    expect([
      route,
      await it.sql('select direction, user_id, from_number from calls order by id'),
      await it.sql('select count(distinct conversation)::int as conversations from calls'),
      told,
    ]).toMatchObject([
      { kind: 'agents', accountId: it.world.accountId, userIds: [it.idOf('peer')] },
      [
        { direction: 'outbound', user_id: it.idOf('agent'), from_number: NUMBERS.agent },
        { direction: 'inbound', user_id: null, from_number: NUMBERS.agent },
      ],
      [{ conversations: 1 }],
      [
        {
          type: 'call.incoming',
          call: { call_direction: 'inbound', status: 'starting', user: null, caller_state: 'FL' },
          contacts: [{ name: 'Amy Friend', may_be_called: { allowed: true } }],
        },
      ],
    ]);
  });

  test('of another agency crosses over, and each sees its own side alone', async () => {
    const { call, route } = await it.dial(NUMBERS.stranger);
    const stranger = await it.signIn('stranger');
    const seen = await stranger.call(fetchCallLogs, { body: { call_id: call.id } });
    expect([route, (await activeOf(stranger)).map(({ call_from: from }) => from), seen.status]).toMatchObject([
      { kind: 'agents', accountId: it.world.otherAccountId },
      [NUMBERS.agent],
      404,
    ]);
  });

  test('of a group rings at everybody else of it, and is of who answers first', async () => {
    const { route } = await it.dial(NUMBERS.group, 'manager');
    if (route.kind !== 'agents') throw new Error('it does not ring');
    const first = it.deps.now();
    it.advance(5);
    await Promise.all([
      it.note(route.callId, { kind: 'answered', agent: it.agentOf('peer') }),
      it.note(route.callId, { kind: 'answered', agent: it.agentOf('agent'), at: first }),
    ]);
    expect([
      route.userIds,
      await it.sql('select user_id, actor_id from calls where id = $1', [route.callId]),
      await it.sql('select user_id, outcome from call_rings order by user_id'),
      (await it.told('peer')).at(-1),
    ]).toMatchObject([
      [it.idOf('agent'), it.idOf('peer')],
      [{ user_id: it.idOf('agent'), actor_id: it.idOf('agent') }],
      [
        { user_id: it.idOf('agent'), outcome: 'answered' },
        { user_id: it.idOf('peer'), outcome: 'missed' },
      ],
      { type: 'call.changed', call: { user: { name: 'Amy Agent' } } },
    ]);
  });

  test('of the own group does not ring at who calls', async () => {
    expect((await it.dial(NUMBERS.group)).route).toMatchObject({ kind: 'agents', userIds: [it.idOf('peer')] });
  });

  test('that nobody answers is missed by all at whom it rang', async () => {
    const { route } = await it.dial(NUMBERS.group, 'manager');
    if (route.kind !== 'agents') throw new Error('it does not ring');
    await it.note(route.callId, { kind: 'ringing' });
    await it.note(route.callId, { kind: 'rejectedBy', userId: it.idOf('peer') });
    const ringing = [(await activeOf()).length, (await activeOf(it.peer)).length];
    for (const _ of 'ab') await it.note(route.callId, { ...COMPLETED, outcome: 'no_answer', by: 'line' });
    const history = async (client = it.agent) =>
      (await client.call(fetchHistoricalCalls, { body: {} })).body.call_history.map(({ outcome }) => outcome);
    expect([ringing, await history(), await history(it.peer)]).toEqual([[1, 0], ['no_answer'], ['no_answer']]);
    expect((await noticesOf(it.owner, 'missed_call')).at(-1)?.[0]).toBe(it.idOf('agent'));
  });

  test('is of who answered, with its note, also when that is told after its end', async () => {
    await it.contact({ first_name: 'Amy', phone: NUMBERS.agent }, 'peer');
    const { route } = await it.dial(NUMBERS.peer);
    if (route.kind !== 'agents') throw new Error('it does not ring');
    const answered = it.deps.now();
    it.advance(60_000);
    await it.note(route.callId, COMPLETED);
    await it.note(route.callId, { kind: 'answered', agent: it.agentOf('peer'), at: answered });
    const touched = await it.sql('select last_touch_at is not null as touched from contacts');
    const [call] = (await it.peer.call(fetchHistoricalCalls, { body: {} })).body.call_history;
    expect([call, touched]).toMatchObject([
      { user: { name: 'Pia Peer' }, seconds: 60, status: 'ended' },
      [{ touched: true }],
    ]);
  });

  test('is about the only contact of its number that who answers may see', async () => {
    const id = await it.contact({ first_name: 'Amy', phone: NUMBERS.agent }, 'peer');
    const { route } = await it.dial(NUMBERS.peer);
    if (route.kind !== 'agents') throw new Error('it does not ring');
    await it.note(route.callId, { kind: 'answered', agent: it.agentOf('peer') });
    expect((await activeOf(it.peer))[0]?.contact?.id).toBe(id);
  });

  test('of a carrier is received once for its sid', async () => {
    const asked = { sid: 'CA0', from: OUTSIDE, to: NUMBERS.agent };
    const [first, again] = [await it.ledger.receive(asked), await it.ledger.receive(asked)];
    const nobody = await it.ledger.receive({ ...asked, sid: 'CA1', to: OUTSIDE });
    expect([again, await it.sql('select sid, line from calls'), nobody.kind]).toEqual([
      first,
      [{ sid: 'CA0', line: 'embedded' }],
      'refused',
    ]);
  });
});

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const NO_EXTENSIONS = 'This number has no extensions. Transfer to the number alone.';

describe('hang-up, hold and transfer', () => {
  test('ask the line, and change nothing themselves', async () => {
    const { id } = await it.talk();
    await it.agent.call(holdCall, { body: { call_id: id } });
    await it.agent.call(transferCall, { body: { call_id: id, phone_number: '813-555-0108' } });
    const { body } = await it.agent.call(hangupCall, { body: { call_id: id } });
    expect([it.asked, body.data.status]).toEqual([['hold', `transfer ${NUMBERS.peer}`, 'leave'], 'active']);
  });

  test('end a call that the line has not any more', async () => {
    const { id } = await it.talk();
    it.lineAnswers(new NoSuchCall());
    const held = await it.agent.call(holdCall, { body: { call_id: id } });
    const over = await it.agent.call(hangupCall, { body: { call_id: id } });
    expect([held.status, over.status, over.body.data.outcome]).toEqual([409, 200, 'completed']);
  });

  test('say why the line does not do it; the call goes on', async () => {
    const { id } = await it.talk();
    it.lineAnswers(new LineRefusal("This call isn't recorded."));
    const { status, body } = await it.agent.call(holdCall, { body: { call_id: id } });
    const [call] = await it.sql('select status from calls where id = $1', [id]);
    expect([status, body, call]).toMatchObject([409, { error: "This call isn't recorded." }, { status: 'active' }]);
  });

  test('say that the line is away, and may be tried again with their key', async () => {
    const { id } = await it.talk();
    const asked = { body: { call_id: id }, idempotencyKey: randomUUID() };
    it.lineAnswers(new LineAway());
    const away = await it.agent.call(holdCall, asked);
    it.lineAnswers(null);
    expect([away, statusOf(await it.agent.call(holdCall, asked))]).toMatchObject([
      { status: 503, body: { error: "The phone line isn't responding. Try again." } },
      200,
    ]);
  });

  test('end a call that was never dialled without the line', async () => {
    const { body } = await it.start({ phone_number: OUTSIDE, purpose: service });
    const over = await it.agent.call(hangupCall, { body: { call_id: body.data.id } });
    expect([it.asked, over.body.data.outcome]).toEqual([[], 'cancelled']);
  });

  test('ask the line also for a call that it takes in this instant', async () => {
    const { body } = await it.start({ phone_number: NUMBERS.echo, purpose: service });
    const { id } = body.data;
    const line = await it.owner.connect();
    await line.query('begin');
    await line.query(`update calls set sid = 'CA0', gateway = 'g1' where id = $1`, [id]);
    const over = it.agent.call(hangupCall, { body: { call_id: id } });
    await vi.waitUntil(async () => (await it.sql(WAITING)).length > 0);
    await line.query('commit');
    line.release();
    await over;
    expect([it.asked, (await callOf(id)).status]).toEqual([['hang up'], 'starting']);
  });

  test.for([
    ['the number that they talk with', NUMBERS.stranger, "You're already on a call with this number."],
    ['the own number', NUMBERS.agent, 'No one else answers this number.'],
    ['an extension of a colleague', `${NUMBERS.peer} x45`, NO_EXTENSIONS],
  ] as const)('pass nobody on to %s', async ([, to, reason]) => {
    const { call } = await it.dial(NUMBERS.stranger);
    await it.note(call.id, { kind: 'answered', agent: null });
    const { status, body } = await it.agent.call(transferCall, { body: { call_id: call.id, phone_number: to } });
    expect([status, body, it.asked]).toMatchObject([422, { errors: { phone_number: [reason] } }, []]);
  });

  test('pass nobody on to who asked not to be called', async () => {
    await stop(await it.contact({ first_name: 'Rosa', phone: OUTSIDE }));
    const { id } = await it.talk();
    const { status } = await it.agent.call(transferCall, { body: { call_id: id, phone_number: OUTSIDE } });
    expect([status, it.asked]).toEqual([422, []]);
  });

  test('need somebody to talk to', async () => {
    const { call } = await it.dial(NUMBERS.echo);
    expect((await it.agent.call(holdCall, { body: { call_id: call.id } })).body).toMatchObject({
      error: "This call hasn't been answered yet.",
    });
  });

  test('pass a call on to the agent of another number, from the other side', async () => {
    const { id } = await it.talk(OUTSIDE);
    const route = await it.ledger.routeTransfer(id, NUMBERS.peer, 'g1');
    expect([route.kind, (await activeOf(it.peer))[0]]).toMatchObject([
      'agents',
      { call_from: OUTSIDE, call_to: NUMBERS.peer },
    ]);
  });
});

describe('a call that is passed on', () => {
  const ring = async () => {
    const { call, route } = await it.dial(NUMBERS.peer);
    const there = route.kind === 'agents' ? route.callId : 0;
    await it.note(there, { kind: 'answered', agent: it.agentOf('peer') });
    await it.note(call.id, { kind: 'answered', agent: null });
    const next = await it.ledger.routeTransfer(call.id, NUMBERS.manager, 'g1');
    await it.note(call.id, { kind: 'transferred', to: NUMBERS.manager });
    await it.note(call.id, COMPLETED);
    return { mine: call.id, there, next: next.kind === 'agents' ? next.callId : 0 };
  };
  const sidesOf = async ({ mine, there }: { mine: number; there: number }) => [
    await callOf(mine),
    (await it.peer.call(fetchCallLogs, { body: { call_id: there } })).body.data.call,
  ];
  const storyOf = async (id: number, client = it.peer) =>
    (await client.call(fetchCallLogs, { body: { call_id: id } })).body.data.log.map(({ text }) => text);
  const MANAGER = { kind: 'colleague', name: 'Max Manager' };

  test('says on both sides to whom, and whoever is passed on talks with them from then on', async () => {
    const { mine, there, next } = await ring();
    await it.note(next, { kind: 'answered', agent: it.agentOf('manager') });
    await it.note(there, { kind: 'answered', agent: null });
    expect(await sidesOf({ mine, there })).toMatchObject([
      {
        inside: { kind: 'colleague', name: 'Pia Peer' },
        passed_on: { by: 'agent', to: NUMBERS.manager, name: MANAGER.name, outcome: 'completed', returned: false },
      },
      {
        other_number: NUMBERS.manager,
        inside: MANAGER,
        passed_on: { by: 'other', to: NUMBERS.manager, name: MANAGER.name, outcome: 'completed', returned: false },
      },
    ]);
    expect([(await logOf(mine)).at(-1), (await storyOf(there)).slice(1)]).toEqual([
      'Max Manager answered.',
      ['Amy Agent transferred Pia Peer to Max Manager.', 'Max Manager answered.'],
    ]);
  });

  test('tells both sides when nobody takes it', async () => {
    const { mine, there, next } = await ring();
    await it.note(next, { kind: 'ended', outcome: 'rejected', by: 'agent', reason: '', seconds: null });
    await it.note(there, { kind: 'ended', outcome: 'completed', by: 'line', reason: '', seconds: null });
    expect((await sidesOf({ mine, there })).map(({ passed_on: passed }) => passed?.outcome)).toEqual([
      'rejected',
      'rejected',
    ]);
    const untaken = 'Max Manager declined.';
    expect([(await logOf(mine)).at(-1), await storyOf(there)]).toEqual([untaken, expect.arrayContaining([untaken])]);
    expect((await it.told('agent')).at(-1)).toMatchObject({ type: 'call.changed', call: { id: mine } });
  });
});
