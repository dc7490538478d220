import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listNotes, updateNote } from '#contract/contacts/notes.contract.ts';
import {
  fetchCallLogs,
  hangupCall,
  holdCall,
  linkCall,
  listCalls,
  noteCall,
  noteCallEvents,
  transferCall,
} from '#contract/phone.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { type CallDesk, COMPLETED, NUMBERS, openCallDesk, OUTSIDE, statusOf } from './call-desk.ts';

let it: CallDesk;
beforeAll(async () => {
  it = await openCallDesk();
});
afterAll(() => it.close());
beforeEach(() => it.clear());

const logOf = async (id: number) =>
  (await it.agent.call(fetchCallLogs, { body: { call_id: id } })).body.data.log.map(({ text }) => text);

describe('what is written in a call', () => {
  test('becomes a note of the contact when it ends, and follows what is written later', async () => {
    const contactId = await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    const { id } = await it.talk(OUTSIDE);
    const write = (note: string) => it.agent.call(noteCall, { body: { call_id: id, note } });
    const notes = async () =>
      (await it.agent.call(listNotes, { params: { id: contactId } })).body.data.map(({ body }) => body);
    await write('Wants');
    await write('Wants a quote.');
    const before = await notes();
    await it.note(id, COMPLETED);
    const after = await notes();
    await write('Wants a quote for two.');
    const later = await notes();
    await write('');
    expect([before, after, later, await notes()]).toEqual([[], ['Wants a quote.'], ['Wants a quote for two.'], []]);
  });

  test('stays as somebody has changed it in the notes, whatever the call becomes', async () => {
    const contactId = await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    const other = await it.contact({ last_name: 'Other' });
    const { id } = await it.talk(OUTSIDE);
    await it.agent.call(noteCall, { body: { call_id: id, note: 'Wants a quote.' } });
    await it.note(id, COMPLETED);
    const [note] = (await it.agent.call(listNotes, { params: { id: contactId } })).body.data;
    const params = { id: contactId, noteId: note?.id ?? 0 };
    await it.agent.call(updateNote, { params, body: { body: 'Wants a quote for Ann.' } });
    await it.agent.call(noteCall, { body: { call_id: id, disposition: 'interested' } });
    await it.note(id, { kind: 'recordingStopped', seconds: 4 });
    const bodies = () => it.sql('select contact_id, body from notes where deleted_at is null');
    const after = await bodies();
    await it.agent.call(linkCall, { body: { call_id: id, contact_id: other } });
    expect([after, await bodies()]).toEqual([
      [{ contact_id: contactId, body: 'Wants a quote for Ann.' }],
      [{ contact_id: other, body: 'Wants a quote for Ann.' }],
    ]);
  });

  test('moves with the call to another contact', async () => {
    const [first, second] = [await it.contact({ phone: OUTSIDE }), await it.contact({ last_name: 'Other' })];
    const { id } = await it.talk(OUTSIDE);
    await it.agent.call(noteCall, { body: { call_id: id, note: 'Hello' } });
    await it.note(id, COMPLETED);
    const { body } = await it.agent.call(linkCall, { body: { call_id: id, contact_id: second } });
    expect([
      body.data.contact?.id,
      await it.sql('select contact_id, body from notes where deleted_at is null'),
      (await logOf(id)).at(-1),
      first === second,
    ]).toEqual([second, [{ contact_id: second, body: 'Hello' }], 'Amy Agent linked the call to contact #2.', false]);
  });

  test('says who is not to be called any more, and takes it back while it may be a slip', async () => {
    const contactId = await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    const { id } = await it.talk(OUTSIDE);
    const set = (disposition: 'do_not_call' | 'interested' | null) =>
      it.agent.call(noteCall, { body: { call_id: id, disposition } });
    await set('do_not_call');
    await set('do_not_call');
    await it.note(id, COMPLETED);
    const refused = (await it.start({ phone_number: OUTSIDE, contact_id: contactId, purpose: 'marketing' })).status;
    await set('interested');
    const allowed = (await it.start({ phone_number: OUTSIDE, contact_id: contactId, purpose: 'marketing' })).status;
    expect([refused, allowed, await it.sql('select kind from contact_consents order by id')]).toEqual([
      422,
      200,
      [{ kind: 'do_not_call' }, { kind: 'retracted' }],
    ]);
  });

  test('says so of the contact that the call is about alone', async () => {
    const [first, second] = [await it.contact({ phone: OUTSIDE }), await it.contact({ last_name: 'Other' })];
    const { id } = await it.talk(OUTSIDE);
    await it.agent.call(noteCall, { body: { call_id: id, disposition: 'do_not_call' } });
    await it.agent.call(linkCall, { body: { call_id: id, contact_id: second } });
    expect(await it.sql('select contact_id, kind from contact_consents order by id')).toEqual([
      { contact_id: first, kind: 'do_not_call' },
      { contact_id: first, kind: 'retracted' },
      { contact_id: second, kind: 'do_not_call' },
    ]);
  });

  test('stands in the timeline with how long they talked', async () => {
    const contactId = await it.contact({ first_name: 'Rosa', phone: OUTSIDE });
    const { id } = await it.talk(OUTSIDE);
    await it.agent.call(noteCall, { body: { call_id: id, note: 'Wants a quote.', disposition: 'call_back' } });
    it.advance(402_000);
    await it.note(id, COMPLETED);
    const { body } = await it.agent.call(readTimeline, { params: { id: contactId } });
    const calls = await it.agent.call(readTimeline, { params: { id: contactId }, query: { kind: 'calls' } });
    const notes = await it.agent.call(readTimeline, { params: { id: contactId }, query: { kind: 'notes' } });
    const what = {
      of: 'call',
      id,
      direction: 'outbound',
      outcome: 'completed',
      seconds: 402,
      echo_instead: true,
      note: 'Wants a quote.',
      disposition: 'call_back',
      file_id: null,
    };
    expect([
      body.data.filter((entry) => entry.kind !== 'changes'),
      calls.body.data.length,
      notes.body.data.map((entry) => entry.what.of),
    ]).toMatchObject([[{ kind: 'calls', actor: { name: 'Amy Agent' }, what }], 1, ['note']]);
  });
});

describe('"what happened"', () => {
  test('counts digits and never tells them, and has what the browser saw once', async () => {
    const { id, created_at: createdAt } = await it.talk();
    await it.note(id, { kind: 'digits', digits: '4111' });
    const events = [
      { key: 'q1', at: createdAt, kind: 'quality_poor' as const },
      { key: 'q2', at: '2999-01-01T00:00:00.000Z', kind: 'muted' as const },
    ];
    it.advance(1);
    await it.agent.call(noteCallEvents, { body: { call_id: id, events } });
    await it.agent.call(noteCallEvents, { body: { call_id: id, events } });
    const log = await logOf(id);
    expect([
      log.filter((text) => /digits|poor|muted/.test(text)),
      JSON.stringify(await it.sql('select * from call_events')).includes('4111'),
    ]).toEqual([['Amy Agent sent 4 digits.', 'The connection became poor.', 'Amy Agent muted the microphone.'], false]);
  });
});

describe('what the browser saw', () => {
  const tell = (id: number, from: number, count: number) => {
    const at = it.deps.now().toISOString();
    const events = Array.from({ length: count }, (_, place) => ({
      key: `k${from + place}`,
      at,
      kind: 'muted' as const,
    }));
    return it.agent.call(noteCallEvents, { body: { call_id: id, events } });
  };

  test('is noted as far as there is room, and the end of the call is told after all of it', async () => {
    const { id } = await it.talk();
    for (let from = 0; from < 650; from += 50) await tell(id, from, 50);
    it.advance(1);
    await it.note(id, COMPLETED);
    const noted = await it.sql(`select count(*)::int as total from call_events where kind = 'muted'`);
    expect([noted, (await logOf(id)).at(-1)]).toEqual([[{ total: 600 }], 'Amy Agent hung up.']);
  });

  test('is refused of a call that ended long ago', async () => {
    const { id } = await it.talk();
    await it.note(id, COMPLETED);
    it.advance(600_000);
    const late = await tell(id, 0, 1);
    it.advance(1);
    const tooLate = await tell(id, 1, 1);
    expect([late.status, tooLate.status]).toEqual([204, 409]);
  });
});

describe("somebody else's call", () => {
  test('that rang here too is told as answered, and nothing that is said in it after', async () => {
    const { route } = await it.dial(NUMBERS.group, 'manager');
    if (route.kind !== 'agents') throw new Error('it does not ring');
    await it.note(route.callId, { kind: 'answered', agent: it.agentOf('agent') });
    const told = (await it.told('peer')).length;
    const answered = (await it.told('peer')).at(-1);
    await it.agent.call(noteCall, { body: { call_id: route.callId, note: 'Secret', disposition: 'interested' } });
    await it.note(route.callId, COMPLETED);
    expect([
      answered,
      (await it.told('peer')).length - told,
      statusOf(await it.peer.call(fetchCallLogs, { body: { call_id: route.callId } })),
      statusOf(await it.manager.call(fetchCallLogs, { body: { call_id: route.callId } })),
    ]).toMatchObject([{ type: 'call.changed', call: { user: { name: 'Amy Agent' }, status: 'active' } }, 0, 404, 200]);
  });

  test('tells no word of it when who answered is told late', async () => {
    const { route } = await it.dial(NUMBERS.group, 'manager');
    if (route.kind !== 'agents') throw new Error('it does not ring');
    const first = it.deps.now();
    it.advance(5);
    await it.note(route.callId, { kind: 'answered', agent: it.agentOf('peer') });
    await it.peer.call(noteCall, { body: { call_id: route.callId, note: 'Secret', disposition: 'interested' } });
    await it.note(route.callId, { kind: 'answered', agent: it.agentOf('agent'), at: first });
    expect((await it.told('peer')).at(-1)).toMatchObject({
      call: { user: { name: 'Amy Agent' }, note: '', disposition: null },
    });
  });

  test('is not there for a colleague, and cannot be touched by the manager who may look at it', async () => {
    const { id } = await it.talk();
    const contactId = await it.contact({ last_name: 'Any' }, 'peer');
    const body = { call_id: id };
    const tried = async (client: typeof it.peer) => [
      statusOf(await client.call(fetchCallLogs, { body })),
      statusOf(await client.call(hangupCall, { body })),
      statusOf(await client.call(holdCall, { body })),
      statusOf(await client.call(transferCall, { body: { ...body, phone_number: OUTSIDE } })),
      statusOf(await client.call(noteCall, { body: { ...body, note: 'x' } })),
      statusOf(await client.call(linkCall, { body: { ...body, contact_id: contactId } })),
    ];
    expect([await tried(it.peer), await tried(it.manager), it.asked]).toEqual([
      [404, 404, 404, 404, 404, 404],
      [200, 404, 404, 404, 404, 404],
      [],
    ]);
  });
});

describe('the list of calls', () => {
  test('has the own, and on demand those of everybody below, by words and a page at a time', async () => {
    const contactId = await it.contact({ first_name: 'Rosa', last_name: 'Okafor', phone: OUTSIDE });
    const { id: first } = await it.talk(OUTSIDE);
    await it.note(first, COMPLETED);
    const { call: second } = await it.dial(NUMBERS.echo);
    await it.note(second.id, { ...COMPLETED, outcome: 'no_answer' });
    const { call: of } = await it.dial(NUMBERS.echo, 'peer');
    const list = async (client: typeof it.agent, query: object) => {
      const { body } = await client.call(listCalls, { query: query as Record<string, never> });
      return [body.data.map(({ id }) => id), body.meta.total_count];
    };
    expect({
      own: await list(it.agent, {}),
      page: await list(it.agent, { page: 2, limit: 1 }),
      name: await list(it.agent, { q: 'okaf' }),
      number: await list(it.agent, { q: '(512) 555' }),
      outcome: await list(it.agent, { outcome: 'no_answer' }),
      inbound: await list(it.agent, { direction: 'inbound' }),
      person: await list(it.manager, { whose: 'downline', q: 'Pia' }),
      below: await list(it.manager, { whose: 'downline' }),
      manager: await list(it.manager, {}),
      account: await list(it.admin, { whose: 'downline' }),
    }).toEqual({
      own: [[second.id, first], 2],
      page: [[first], 2],
      name: [[first], 1],
      number: [[first], 1],
      outcome: [[second.id], 1],
      inbound: [[], 0],
      person: [[of.id], 1],
      below: [[of.id, second.id, first], 3],
      manager: [[], 0],
      account: [[of.id, second.id, first], 3],
    });
    expect(contactId).toBeGreaterThan(0);
  });

  test('has as missed what nobody here took, and not as unanswered, and where the contact lives', async () => {
    await it.contact({ last_name: 'Okafor', phone: NUMBERS.agent, city: 'Waco', state: 'TX' }, 'peer');
    const { call, route } = await it.dial(NUMBERS.peer);
    await it.note(call.id, { ...COMPLETED, outcome: 'no_answer' });
    const missed = route.kind === 'agents' ? route.callId : 0;
    await it.sql('update calls set contact_id = (select max(id) from contacts) where id = $1', [missed]);
    await it.note(missed, { ...COMPLETED, outcome: 'no_answer', by: 'line' });
    const list = async (outcome: 'missed' | 'no_answer') =>
      (await it.peer.call(listCalls, { query: { outcome } })).body.data.map((one) => [one.id, one.caller_city]);
    expect([await list('missed'), await list('no_answer')]).toEqual([[[missed, 'Waco']], []]);
  });
});
