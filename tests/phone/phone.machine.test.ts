import { describe, expect, test } from 'vitest';
import { type Call, DEDUPE_MS } from '#contract/phone/call.contract.ts';
import { NO_LINE } from '../../src/machines/phone/line-facts.ts';
import type { CallView, IncomingView } from '../../src/machines/phone/line-view.ts';
import { call, matched, minutes } from './phone-fixtures.ts';
import { leadingPhone, openPhone, type PhoneAnswers, settle } from './phone-world.ts';

async function ringing(answers: Partial<PhoneAnswers> = {}, contacts = [matched()], some: Partial<Call> = {}) {
  const phone = await leadingPhone(answers);
  const inbound = call({
    id: 41,
    call_direction: 'inbound',
    call_from: '+15125550142',
    contact: null,
    status: 'ringing',
    ...some,
  });
  phone.told$.next({ type: 'call.incoming', call: inbound, contacts });
  phone.voice({ type: 'voice.rang', key: 'in', sid: 'CA41', from: '+15125550142', to: '+18135550117', callId: 41 });
  await settle();
  return phone;
}

async function following() {
  const phone = openPhone();
  phone.lock({ type: 'lock.held' });
  await settle();
  return phone;
}

const talks = {
  key: 'in',
  callId: 41,
  direction: 'inbound',
  number: '+15125550142',
  stage: 'active',
  contacts: [matched()],
  contactId: 7,
  call: null,
} as unknown as CallView;

describe('the tab that leads', () => {
  test('goes from the typed number to a conversation', async () => {
    const { actor, view, voice, asked, wishes } = await leadingPhone();
    actor.send({ type: 'panel.toggle' });
    actor.send({ type: 'panel.type', text: '(512) 555-0142' });
    actor.send({ type: 'panel.call' });
    await settle();
    voice({ type: 'voice.ringing', key: 'call 1', sid: 'CA1' });
    voice({ type: 'voice.accepted', key: 'call 1', sid: 'CA1' });

    expect(wishes).toEqual([{ key: 'call 1', number: '5125550142', contactId: null, purpose: null }]);
    expect(asked).toEqual([{ type: 'voice.dial', key: 'call 1', params: { To: '5125550142', CallId: '31' } }]);
    expect([view().line.call?.stage, view().panel]).toEqual([
      'active',
      { open: true, view: 'active', aside: null, typed: '' },
    ]);
  });

  test('calls about what they have when that was said', async () => {
    const { actor, wishes } = await leadingPhone();
    actor.send({ type: 'panel.type', text: '(512) 555-0142' });
    actor.send({ type: 'panel.call', purpose: 'service' });
    await settle();

    expect(wishes).toEqual([{ key: 'call 1', number: '5125550142', contactId: null, purpose: 'service' }]);
  });

  test('keeps a number that is wrong, to be mended', async () => {
    const { actor, view } = await leadingPhone();
    actor.send({ type: 'panel.type', text: '911' });
    actor.send({ type: 'panel.call' });

    expect([view().line.ended?.end.why, view().panel.typed]).toEqual([{ kind: 'noNumber' }, '911']);
  });

  test('opens the panel for a call that rings, and the contacts of its number', async () => {
    const { view, pops } = await ringing();

    expect(view().panel).toEqual({ open: true, view: 'incoming', aside: null, typed: '' });
    expect(pops).toEqual(['/contacts?contact_group=all_agents&q=%225125550142%22']);
  });

  test('opens them once a call, however often something is told of it', async () => {
    const { told$, pops, clock } = await ringing();
    clock.increment(DEDUPE_MS);
    told$.next({ type: 'minutes.changed', minutes: minutes({ used: 213 }) });

    expect(pops.length).toBe(1);
  });

  test('opens nothing for a colleague, who is no contact', async () => {
    const { view, pops } = await ringing({}, [], { inside: { kind: 'colleague', name: 'Marcus Ellery' } });

    expect([view().panel.view, pops]).toEqual(['incoming', []]);
  });

  test('shows a card where the browser blocks that, until it is put away', async () => {
    const { actor, view } = await ringing({ openPop: () => Promise.resolve('blocked') });
    expect(view().pops).toEqual([
      { number: '+15125550142', href: '/contacts?contact_group=all_agents&q=%225125550142%22' },
    ]);

    actor.send({ type: 'phone.dismissPop', number: '+15125550142' });

    expect(view().pops).toEqual([]);
  });

  test('opens the only contact once the answered call is connected', async () => {
    const { actor, voice, opened } = await ringing();
    actor.send({ type: 'line.answer', key: 'in' });
    expect(opened).toEqual([]);
    voice({ type: 'voice.accepted', key: 'in', sid: 'CA41' });

    expect(opened).toEqual([107]);
  });

  test('opens nobody where several share the number', async () => {
    const { actor, voice, opened } = await ringing({}, [matched(), matched({ id: 8, number: 108 })]);
    actor.send({ type: 'line.answer', key: 'in' });
    voice({ type: 'voice.accepted', key: 'in', sid: 'CA41' });

    expect(opened).toEqual([]);
  });

  test('sends what is typed on the in-call keypad as tones', async () => {
    const { actor, voice, asked, view } = await ringing();
    actor.send({ type: 'line.answer', key: 'in' });
    voice({ type: 'voice.accepted', key: 'in', sid: 'CA41' });
    actor.send({ type: 'panel.show', view: 'inCallKeypad' });
    actor.send({ type: 'panel.type', text: '1#' });

    expect([asked.at(-1), view().panel.typed]).toEqual([{ type: 'voice.sendDigits', key: 'in', digits: '1#' }, '']);
  });

  test('tells the other tabs each time that something changes, and nothing twice', async () => {
    const { tabs, view, actor } = await leadingPhone();
    const before = tabs.length;
    actor.send({ type: 'panel.toggle' });
    actor.send({ type: 'line.putAway' });
    expect(tabs.length).toBe(before);
    actor.send({ type: 'line.hangUp' });

    expect(tabs.slice(before)).toEqual([
      { type: 'tabs.tell', shown: { line: { ...view().line, notice: { kind: 'noCall' } }, pops: [] } },
    ]);
  });

  test('tells a tab that is new', async () => {
    const { tabs, otherTab, view } = await leadingPhone();
    otherTab({ type: 'tabs.greeted' });

    expect(tabs.at(-1)).toEqual({ type: 'tabs.tell', shown: { line: view().line, pops: [] } });
  });

  test('does what another tab passes on', async () => {
    const { otherTab, wishes } = await leadingPhone();
    otherTab({ type: 'tabs.passed', command: { type: 'line.dial', number: '+15125550142', contactId: 7 } });

    expect(wishes).toEqual([{ key: 'call 1', number: '+15125550142', contactId: 7, purpose: null }]);
  });

  test('does not give the phone away while a call rings, and does after', async () => {
    const { lock, locks, voice } = await ringing();
    lock({ type: 'lock.asked' });
    voice({ type: 'voice.cancelled', key: 'in' });
    lock({ type: 'lock.asked' });

    expect(locks).toEqual([{ type: 'lock.refuse', reason: 'ring' }, { type: 'lock.agree' }]);
  });
});

describe('a tab that follows', () => {
  test('asks how the line looks, and runs none', async () => {
    const { tabs, voices, view } = await following();

    expect([tabs, voices, view().leadership]).toEqual([[{ type: 'tabs.greet' }], [], { here: false, blocked: null }]);
  });

  test('shows what it is told, and opens its panel', async () => {
    const { otherTab, view } = await following();
    const line = { ...NO_LINE, call: talks };
    otherTab({ type: 'tabs.told', shown: { line, pops: [] } });

    expect([view().line, view().panel.view, view().leadership.blocked]).toEqual([line, 'active', 'call']);
  });

  test('passes on what is asked', async () => {
    const { actor, tabs } = await following();
    actor.send({ type: 'line.mute', muted: true });

    expect(tabs.at(-1)).toEqual({ type: 'tabs.pass', command: { type: 'line.mute', muted: true } });
  });

  test('opens the contact of the call that was answered here, and of no other', async () => {
    const [here, elsewhere] = [await following(), await following()];
    here.actor.send({ type: 'line.answer', key: 'in' });
    for (const { otherTab } of [here, elsewhere]) {
      otherTab({ type: 'tabs.told', shown: { line: { ...NO_LINE, call: talks }, pops: [] } });
    }

    expect([here.opened, elsewhere.opened]).toEqual([[107], []]);
  });

  test('opens nobody while the call before goes on', async () => {
    const { actor, otherTab, opened } = await following();
    const rings = { key: 'two', from: '+18135550107' } as IncomingView;
    actor.send({ type: 'line.answer', key: 'two' });
    otherTab({ type: 'tabs.told', shown: { line: { ...NO_LINE, call: talks, incoming: [rings] }, pops: [] } });

    expect(opened).toEqual([]);
  });

  test('takes the phone over, and starts its own line', async () => {
    const { actor, lock, locks, view } = await following();
    actor.send({ type: 'phone.takeOver' });
    lock({ type: 'lock.agreed' });
    lock({ type: 'lock.granted' });

    expect([locks, view().leadership.here]).toEqual([[{ type: 'lock.ask' }, { type: 'lock.steal' }], true]);
  });

  test('does not take it over while a call goes on', async () => {
    const { actor, otherTab, locks } = await following();
    otherTab({ type: 'tabs.told', shown: { line: { ...NO_LINE, call: talks }, pops: [] } });
    actor.send({ type: 'phone.takeOver' });

    expect(locks).toEqual([]);
  });
});
