import { act } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { panelPlacesStore } from '../../src/store/panel-places.store.ts';
import { textDraftsStore } from '../../src/store/text-drafts.store.ts';
import { PhoneDock } from '../../src/views/phone/dock/PhoneDock.tsx';
import type { PhoneView } from '../../src/machines/phone/line-view.ts';
import { click, mount, only, press, settle, type } from '../_kit/mount.ts';
import { matched, minutes } from './phone-fixtures.ts';
import { call, callView, device, endedView, incomingView, phoneAround, phoneView, withAside } from './phone-views.tsx';

// Loaded lazily in the app.
beforeAll(() => import('../../src/views/phone/panel/PhonePanel.tsx').then(() => undefined));
beforeAll(() => import('../../src/views/phone/panel/as-you-type.ts').then(() => undefined));
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  textDraftsStore.trigger.reset();
  panelPlacesStore.trigger.reset();
});

async function open(view: PhoneView, answers: Readonly<Record<string, unknown>> = {}) {
  const around = phoneAround(view, answers);
  mount(around.wrap(<PhoneDock />));
  for (let load = 0; load < 4; load += 1) await settle();
  return { ...around, show: (next: PhoneView) => act(() => around.show(next)) };
}

const write = (text: string) => type(only<HTMLTextAreaElement>('.notes textarea'), text);
const textOf = (selector: string) => only(selector).textContent;
const textsOf = (selector: string) => [...document.querySelectorAll(selector)].map((one) => one.textContent);
const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find(
    (one) => one.textContent === name || one.getAttribute('aria-label') === name,
  ) ?? document.createElement('b');

describe('the keypad', () => {
  test('types what is pressed, and what is typed on a keyboard anywhere on it', async () => {
    const { sent } = await open(phoneView());
    click(button('5'));
    click(button('plus'));
    press(button('5'), 'f');
    press(button('5'), '*');
    press(button('5'), '#');
    press(button('5'), 'Backspace');

    expect(sent).toEqual([
      { type: 'panel.type', text: '5' },
      { type: 'panel.type', text: '+' },
      { type: 'panel.type', text: 'f' },
      { type: 'panel.type', text: '*' },
      { type: 'panel.erase' },
    ]);
  });

  test('calls by Enter from a key that was pressed last', async () => {
    const { sent, show } = await open(phoneView());
    press(button('5'), 'Enter');
    show(phoneView({ panel: { typed: '5125550142' } }));
    press(button('5'), 'Enter');

    expect(sent).toEqual([{ type: 'panel.call' }]);
  });

  test('takes letters and changes in the middle of the number', async () => {
    const { sent } = await open(phoneView({ panel: { typed: '5125' } }));
    expect(only<HTMLInputElement>('.dial input').value).toBe('512-5');

    type(only('.dial input'), '512-5F');
    type(only('.dial input'), '52-5');

    expect(sent).toEqual([
      { type: 'panel.type', text: '3' },
      { type: 'panel.erase' },
      { type: 'panel.erase' },
      { type: 'panel.erase' },
      { type: 'panel.type', text: '25' },
    ]);
  });

  test('says whose number it is and that they may be called, and calls by Enter', async () => {
    const { sent, called } = await open(phoneView({ panel: { typed: '5125550142' } }), {
      fetchAssociatedContacts: { contacts: [matched()] },
    });

    expect(textOf('.match')).toBe('Rosalind Okaforcan be called');
    expect(called).toContainEqual({
      name: 'fetchAssociatedContacts',
      args: expect.objectContaining({ body: { phone_number: '+15125550142' } }),
    });
    press(only('.dial input'), 'Enter');
    expect(sent).toEqual([{ type: 'panel.call' }]);
  });

  test('calls about what they have when that is chosen, and only this number', async () => {
    const found = { fetchAssociatedContacts: { contacts: [matched()] } };
    const { sent, show } = await open(phoneView({ panel: { typed: '5125550142' } }), found);
    const about = only<HTMLSelectElement>('.purpose select');
    act(() => {
      about.value = 'service';
      about.dispatchEvent(new Event('change', { bubbles: true }));
    });
    press(only('.dial input'), 'Enter');
    expect([textOf('.match'), sent]).toEqual([
      'Rosalind Okaforfor service',
      [{ type: 'panel.call', purpose: 'service' }],
    ]);

    show(phoneView({ panel: { typed: '5125550143' } }));
    press(only('.dial input'), 'Enter');
    expect(sent.at(-1)).toEqual({ type: 'panel.call' });
  });

  test('says why they may not be called', async () => {
    await open(phoneView({ panel: { typed: '5125550142' } }), {
      fetchAssociatedContacts: {
        contacts: [matched({ may_be_called: { allowed: false, reason: 'They asked not to be called.' } })],
      },
    });

    expect(textOf('.match')).toBe('Rosalind OkaforThey asked not to be called.');
  });

  test('says when several share the number, and when nobody has it', async () => {
    const shared = { contacts: [matched(), matched({ id: 8, name: 'Emeka Okafor' })] };
    await open(phoneView({ panel: { typed: '5125550142' } }), { fetchAssociatedContacts: shared });
    expect(textOf('.match')).toBe('Two contacts share this number');
  });

  test('calls from an own number, which can be another one, and tells the minutes', async () => {
    const { sent } = await open(phoneView({ panel: { typed: '5125550142' } }));

    expect(textOf('.call-from .btn')).toBe('Call from 1-813-555-0117');
    expect(textsOf('.call-from option')).toEqual(['1-813-555-0117, Tampa', '1-512-555-0150, Austin']);
    expect(textOf('.pf > .meta')).toBe('212 of 500 minutes used');
    const choice = only<HTMLSelectElement>('.call-from select');
    act(() => {
      choice.value = '+15125550150';
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    });
    expect(sent).toEqual([{ type: 'line.callFrom', number: '+15125550150' }]);
  });

  test.each([
    ['too short', phoneView({ panel: { typed: '512' } }), 'Enter at least 9 digits.'],
    [
      'no line',
      phoneView({ line: { device: device({ status: 'offline', problem: { kind: 'away' } }) } }),
      'The line is offline. Reconnecting automatically.',
    ],
  ])('says in words why it cannot call: %s', async (_name, view, why) => {
    const { sent } = await open(view);

    expect(textOf('.pf > .meta')).toBe(why);
    expect(only('.call-from .btn').getAttribute('aria-disabled')).toBe('true');
    press(only('.dial input'), 'Enter');
    click(only('.call-from .btn'));
    expect(sent).toEqual([]);
  });
});

describe('in place of the keypad', () => {
  test('stands that the minutes are used up, and the manager is asked for more', async () => {
    const { called, show } = await open(phoneView({ line: { minutes: minutes({ used: 500 }) } }));

    expect(textOf('.ph .med')).toBe('Incoming only');
    expect(textsOf('.blocked p, .blocked .note div .soft')).toEqual([
      '500 of 500 minutes used',
      'Please request additional minutes from your manager.',
      'You can still receive calls. Minutes reset on 12/01/2026.',
    ]);
    expect(textOf('.pf .meta')).toBe('Sends a request for 200 more minutes a month');
    click(button('Request Marcus Ellery'));
    expect(called.find(({ name }) => name === 'requestMinutes')?.args).toMatchObject({ body: { minutes: 200 } });

    show(phoneView({ line: { minutes: minutes({ used: 500, requested: 200 }) } }));
    expect(textOf('.pf .meta')).toBe('Requested 200 more minutes per month');
  });

  test.each([
    ['denied', 'Your browser is blocking the microphone'],
    ['missing', 'No microphone found'],
  ] as const)('stands what to do about a microphone that is %s', async (microphone, title) => {
    const { sent } = await open(phoneView({ line: { device: device({ microphone }) } }));

    expect(textOf('.blocked .note .med')).toBe(title);
    click(button('Try again'));
    expect(sent).toEqual([{ type: 'line.retry' }]);
  });

  test('stands why the phone did not start', async () => {
    const problem = { kind: 'unable', step: 'device', reason: 'unknown' } as const;
    const { sent } = await open(phoneView({ line: { device: device({ status: 'failed', problem }) } }));

    expect(textOf('.blocked .note')).toBe("Couldn't start the phoneUnable to initialize device.");
    click(button('Try again'));
    expect(sent).toEqual([{ type: 'line.retry' }]);
  });
});

describe('recent calls', () => {
  const missed = call({
    id: 2,
    call_direction: 'inbound',
    status: 'ended',
    outcome: 'cancelled',
    call_from: '+18065550188',
    contact: null,
    caller_city: 'Lubbock',
    created_at: '2025-11-03T16:00:00Z',
  });
  const talked = call({ status: 'ended', outcome: 'completed', seconds: 402, created_at: '2025-11-03T15:00:00Z' });

  test('tell who it was, where, when and how it came out; a click calls again', async () => {
    const { sent } = await open(phoneView({ panel: { view: 'history' } }), {
      fetchHistoricalCalls: { call_history: [missed, talked] },
    });

    expect(textsOf('.hist button')).toEqual([
      'Call 1-806-555-0188, missed call, 11/03/2025Lubbock, TXMissed',
      'Call Rosalind Okafor, outgoing call, 11/03/2025Round Rock, TX6:42',
    ]);
    for (const one of document.querySelectorAll<HTMLElement>('.hist button')) click(one);
    expect(sent).toEqual([
      { type: 'line.dial', number: '+18065550188' },
      { type: 'line.dial', number: '+15125550142', contactId: 7 },
    ]);
    expect(only('.pf a').getAttribute('href')).toBe('/calls');
  });

  test('of a withheld number cannot be called back', async () => {
    const { sent } = await open(phoneView({ panel: { view: 'history' } }), {
      fetchHistoricalCalls: { call_history: [call({ ...missed, call_from: '', other_number: '' })] },
    });
    click(only('.hist button'));

    expect([sent, only('.hist button').title]).toEqual([[], 'The number is private.']);
  });

  test('say why none of them can be called now', async () => {
    const { sent } = await open(phoneView({ panel: { view: 'history' }, line: { minutes: minutes({ used: 500 }) } }), {
      fetchHistoricalCalls: { call_history: [missed] },
    });
    click(only('.hist button'));

    expect([sent, textOf('.pf .meta')]).toEqual([[], 'Please request additional minutes from your manager.']);
  });

  test('are none at first', async () => {
    await open(phoneView({ panel: { view: 'history' } }));

    expect(textOf('.blocked')).toBe('No calls yetYour calls appear here.');
  });
});

describe('an incoming call', () => {
  const incoming = (some: Parameters<typeof incomingView>[0] = {}) =>
    phoneView({ panel: { view: 'incoming' }, line: { incoming: [incomingView(some)] } });

  test('shows who calls and what answering opens, and is answered or declined', async () => {
    const { sent } = await open(incoming());

    expect(textOf('.caller')).toBe('RORosalind Okafor1-512-555-0167Round Rock, TX, mobile');
    expect(textOf('.pf > .meta')).toBe('Answering opens Rosalind Okafor');
    click(button('Answer'));
    click(button('Decline'));
    expect(sent).toEqual([
      { type: 'line.answer', key: 'i1' },
      { type: 'line.reject', key: 'i1' },
    ]);
  });

  test('asks which of those who share the number it is', async () => {
    const emeka = matched({ id: 8, name: 'Emeka Okafor', last_talked_at: '2025-10-04T16:00:00Z' });
    const { sent } = await open(
      incoming({ contacts: [matched(), emeka], call: call({ call_from: '+15125550167', call_direction: 'inbound' }) }),
    );

    expect(textOf('.caller')).toBe('1-512-555-0167Round Rock, TX');
    expect(textsOf('.sharers legend, .sharers li')).toEqual([
      'Two contacts share this number',
      'Rosalind Okaforno conversations yet',
      'Emeka Okafor10/04/2025',
    ]);
    click(only('.sharers li:last-child input'));
    expect(sent).toEqual([{ type: 'line.chooseContact', key: 'i1', contactId: 8 }]);
  });

  test('of somebody unknown says so', async () => {
    await open(incoming({ contacts: [], contactId: null }));

    expect([textOf('.caller'), textOf('.pf > .meta')]).toEqual([
      '1-512-555-0167Unknown location',
      'Not in your contacts yet',
    ]);
  });

  test('leaves the focus in the note once it is answered: Enter twice does not end it', async () => {
    const { show } = await open(incoming());
    button('Answer').focus();
    show(phoneView({ panel: { view: 'active' }, line: { call: callView() } }));

    expect(document.activeElement?.getAttribute('aria-label')).toBe('Call notes');
  });

  test('is a strip above the call that goes on', async () => {
    const { sent } = await open(
      phoneView({ panel: { view: 'active' }, line: { call: callView(), incoming: [incomingView({ contacts: [] })] } }),
    );

    expect(textOf('.waiting-call')).toBe('1-512-555-0167callsAnswering will end your current call.');
    click(button('Decline 1-512-555-0167'));
    click(button('Answer 1-512-555-0167 and end the current call'));
    expect(sent).toEqual([
      { type: 'line.reject', key: 'i1' },
      { type: 'line.answer', key: 'i1' },
    ]);
  });
});

describe('a call', () => {
  const active = (some: Parameters<typeof callView>[0] = {}) =>
    phoneView({ panel: { view: 'active' }, line: { call: callView(some) } });
  const pressed = () =>
    [...document.querySelectorAll('.ctl')].map((one) => [one.textContent, one.getAttribute('aria-pressed')]);

  test('shows who is on the line and for how long', async () => {
    await open(active());

    expect(textsOf('.call-top .grow p')).toEqual(['Rosalind Okafor', '1-512-555-0142']);
    expect(textOf('.timer')).toBe('03:12');
    expect(textOf('.ph .med')).toBe('On a call');
  });

  test('has buttons that ask, and are pressed once it is so', async () => {
    const { sent, show } = await open(active());
    for (const name of ['Mute', 'Record', 'Hold', 'Keypad']) click(button(name));

    expect(sent).toEqual([
      { type: 'line.mute', muted: true },
      { type: 'line.record', action: 'start' },
      { type: 'line.hold', held: true },
      { type: 'panel.show', view: 'inCallKeypad' },
    ]);
    expect(pressed().filter(([, is]) => is === 'true')).toEqual([]);

    show(active({ muted: true, held: true, recording: { state: 'recording', busy: false, locked: null } }));
    expect(pressed()).toEqual([
      ['Mute', 'true'],
      ['Record', 'true'],
      ['On hold', 'true'],
      ['Keypad', 'false'],
      ['Transfer', 'false'],
      ['Audio', 'false'],
    ]);
    expect(textOf('.ph .med')).toBe('Recording, announced');
  });

  test('that is recorded can be paused and stopped', async () => {
    const { sent } = await open(active({ recording: { state: 'recording', busy: false, locked: null } }));
    click(button('Pause recording'));
    click(button('Record'));

    expect(sent).toEqual([
      { type: 'line.record', action: 'pause' },
      { type: 'line.record', action: 'stop' },
    ]);
  });

  test('whose recording a rule keeps on says so in words', async () => {
    const locked = 'Sales calls are recorded whole.';
    const { sent } = await open(active({ recording: { state: 'recording', busy: false, locked } }));
    click(button('Record'));

    expect([sent, textOf('.ctls-said')]).toEqual([[], locked]);
    expect(document.querySelector('[aria-label="Pause recording"]')).toBeNull();
  });

  test('says what follows when a sales call may not be recorded', async () => {
    const rule = { ...call().recording, mode: 'locked', asks: true, agreed: false } as const;
    const locked = "This recording can't be stopped or paused.";
    await open(active({ recording: { state: 'off', busy: false, locked }, call: call({ recording: rule }) }));

    expect(textOf('.recording-question')).toBe(
      "Consent declined, so the call isn't recorded. Sales calls can't continue without a recording.",
    );
  });

  test('whose rule asks for consent asks whether they agree', async () => {
    const { sent } = await open(active({ recording: { state: 'asking', busy: false, locked: null } }));

    expect(textOf('.recording-question .med')).toBe('Do they consent to recording?');
    click(button('Declined'));
    click(button('They consent'));
    expect(sent).toEqual([
      { type: 'line.answerConsent', agreed: false },
      { type: 'line.answerConsent', agreed: true },
    ]);
  });

  test('that still rings can do nothing but end, and says why', async () => {
    const { sent, show } = await open(active({ stage: 'ringing', activeSince: null }));
    click(button('Mute'));
    expect([textOf('.ph .med'), textOf('.ctls-said')]).toEqual(['Ringing', "They haven't answered yet."]);

    show(active({ call: call({ status: 'ringing' }) }));
    for (const name of ['Record', 'Hold', 'Transfer']) click(button(name));
    expect(textOf('.ctls-said')).toBe('The call is still connecting.');
    click(button('End call'));
    expect(sent).toEqual([{ type: 'line.hangUp' }]);
  });

  test.each([
    ['poor', 'Poor connection'],
    ['reconnecting', 'Reconnecting'],
  ] as const)('with a line that is %s says so', async (quality, words) => {
    await open(active({ quality }));

    expect(textOf('.ph .med')).toBe(words);
  });

  test('is passed on to another number', async () => {
    const { sent, show } = await open(active());
    click(button('Transfer'));
    show(withAside(active(), 'transfer'));
    type(only('[aria-label="Transfer to"]'), '8135550100');
    press(only('[aria-label="Transfer to"]'), 'Enter');

    const toggled = { type: 'panel.toggleAside', aside: 'transfer' };
    expect(sent).toEqual([toggled, { type: 'line.transfer', number: '8135550100' }, toggled]);
  });

  test('is heard by another device', async () => {
    const { sent, show } = await open(active({}));
    click(button('Audio'));
    show(withAside(active({}), 'audio'));
    const speaker = only<HTMLSelectElement>('.audio .field:last-of-type select');
    act(() => void speaker.dispatchEvent(new Event('change', { bubbles: true })));

    expect(textsOf('.audio label')).toEqual(['Microphone', 'Speaker']);
    expect(sent.slice(1)).toEqual([{ type: 'line.useDevices', output: 'ear' }]);
  });

  test('has a note that can be emptied again', async () => {
    const { called } = await open(active({ call: call({ note: 'First text' }) }), { noteCall: { data: call() } });
    write('');

    expect(only<HTMLTextAreaElement>('.notes textarea').value).toBe('');
    await vi.waitFor(() => expect(called.find(({ name }) => name === 'noteCall')).toBeTruthy());
    expect(called.find(({ name }) => name === 'noteCall')?.args).toMatchObject({ body: { call_id: 31, note: '' } });
  });

  test('sends digits from its keypad', async () => {
    const { sent } = await open(
      phoneView({ panel: { view: 'inCallKeypad' }, line: { call: callView({ digits: '204#' }) } }),
    );

    expect([textOf('.sent'), textsOf('.key span').join('')]).toEqual(['204#', '123456789*0#']);
    click(button('pound'));
    press(button('1'), '7');
    click(button('Back'));
    expect(sent).toEqual([
      { type: 'line.sendDigits', digits: '#' },
      { type: 'line.sendDigits', digits: '7' },
      { type: 'panel.show', view: 'active' },
    ]);
  });

  test('of a number that several share is given to one of them', async () => {
    const { sent } = await open(
      active({ contacts: [matched(), matched({ id: 8, name: 'Emeka Okafor' })], contactId: null, call: null }),
    );
    const choice = only<HTMLSelectElement>('[aria-label="Caller"]');
    act(() => {
      choice.value = '8';
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    });

    expect(sent).toEqual([{ type: 'line.chooseContact', key: 'c1', contactId: 8 }]);
  });

  test('takes a disposition, and takes it back', async () => {
    const noted = { data: call({ disposition: 'interested', version: 4 }) };
    const { called } = await open(active(), { noteCall: noted });
    click(button('Interested'));
    await settle();
    expect(button('Interested').getAttribute('aria-pressed')).toBe('true');

    click(button('Interested'));
    await settle();
    const bodies = called.filter(({ name }) => name === 'noteCall').map(({ args }) => (args as { body: unknown }).body);
    expect(bodies).toEqual([
      { call_id: 31, disposition: 'interested' },
      { call_id: 31, disposition: null },
    ]);
  });
});

describe('a call that ended', () => {
  const ended = (some: Parameters<typeof endedView>[0] = {}) =>
    phoneView({ panel: { view: 'ended' }, line: { ended: endedView(some) } });

  test('says how it ended, and leads on', async () => {
    const note = call({ status: 'ended', outcome: 'completed', note: 'Plan G', seconds: 402 });
    const { sent } = await open(ended({ call: note }));

    expect(textOf('.ended')).toBe('The call has ended.ActivityCall again');
    expect(only('.ended a').getAttribute('href')).toBe('/calls/31');
    click(button('Call again'));
    click(button('Done'));
    expect(sent).toEqual([{ type: 'line.dial', number: '+15125550142', contactId: 7 }, { type: 'line.putAway' }]);
  });

  test('takes the rest of the note', async () => {
    const { sent } = await open(ended());
    write('Wants Plan G.');
    click(only('.ended a'));

    expect(textDraftsStore.getSnapshot().context.texts).toEqual({ 'call-note:31': 'Wants Plan G.' });
    // Its panel does not lie over what the link leads to.
    expect(sent).toEqual([{ type: 'panel.toggle' }]);
  });

  test('takes no Enter that was pressed twice into its note', async () => {
    await open(ended());
    write('\n');

    expect(only<HTMLTextAreaElement>('.notes textarea').value).toBe('');
  });

  test('has nothing under the second click of a double-click', async () => {
    const { sent } = await open(ended());
    act(() => {
      button('Done').dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
    });

    expect(sent).toEqual([]);
  });

  test('that was missed is called back; one of nobody is not', async () => {
    const missed = call({ call_direction: 'inbound', status: 'ended', outcome: 'no_answer' });
    const { show } = await open(ended({ call: missed, seconds: 0 }));
    expect(button('Call back').isConnected).toBe(true);

    show(ended({ call: missed, seconds: 0, number: '' }));
    expect(button('Call back').isConnected).toBe(false);
  });

  test('that never began says why, with nothing to look up', async () => {
    const end = { kind: 'refused', why: { kind: 'refused', text: 'No minutes.' } } as const;
    await open(ended({ callId: null, call: null, seconds: 0, end }));

    expect(textOf('.ended')).toBe('No minutes.Call again');
  });
});

describe('the panel', () => {
  test('moves by arrow keys on its grip and to the next corner by a press, and remembers the place', async () => {
    await open(phoneView());
    const grip = only('.panel-grip');
    press(grip, 'ArrowLeft');
    press(grip, 'ArrowUp');
    expect(panelPlacesStore.getSnapshot().context.places.phone).toEqual({ right: 36, bottom: 76 });
    expect(only('.phone-float').style.getPropertyValue('--right')).toBe('36px');

    click(grip);
    expect(panelPlacesStore.getSnapshot().context.places.phone).toEqual({ right: 20, bottom: 60 });
  });

  test('of a tab that does not have the phone says so and takes it over', async () => {
    const { sent, show } = await open(phoneView({ leadership: { here: false, blocked: null } }));
    expect(textOf('.elsewhere .meta')).toBe('The phone is in another tab.');
    click(button('Take over'));
    expect(sent).toEqual([{ type: 'phone.takeOver' }]);

    show(phoneView({ leadership: { here: false, blocked: 'call' } }));
    expect(textOf('.elsewhere .meta')).toBe('A call is in progress in another tab.');
    expect(only('.elsewhere .btn').getAttribute('aria-disabled')).toBe('true');
  });

  test('tells what did not happen until it is put away', async () => {
    const { sent } = await open(phoneView({ line: { notice: { kind: 'unable', step: 'hangup' } } }));

    expect(textOf('.phone-notice')).toBe('Unable to hangup');
    click(button('Put away'));
    expect(sent).toEqual([{ type: 'line.putAway', only: 'notice' }]);
  });

  test('has the microphone, the speaker and a test call before any call', async () => {
    const { sent, show } = await open(phoneView());
    click(button('Microphone and speaker'));
    show(withAside(phoneView(), 'audio'));
    click(button('Test call'));

    const toggled = { type: 'panel.toggleAside', aside: 'audio' };
    expect(sent).toEqual([toggled, { type: 'line.dial', number: '+15555550199' }]);
    expect(textsOf('.audio label')).toEqual(['Microphone', 'Speaker']);
  });
});
