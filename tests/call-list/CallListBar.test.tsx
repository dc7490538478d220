import { createAtom } from '@xstate/store';
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { createActor, waitFor } from 'xstate';
import type { ListedContact } from '#contract/call-list.contract.ts';
import { composeCallList } from '../../src/actors/call-list.actors.ts';
import type { ApiClient } from '../../src/api/client.ts';
import type { PhoneCommand, PhoneView } from '../../src/machines/phone/line-view.ts';
import { CallListBar } from '../../src/views/call-list/CallListBar.tsx';
import { leftOutWords } from '../../src/views/call-list/call-list-words.ts';
import { click } from '../_kit/mount.ts';
import { button, calm, openDesk } from '../contacts/contacts-desk.tsx';

const USER = { user: { id: 1007 } };
const entryOf = (id: number, about = ''): ListedContact => ({
  id,
  number: 6_000 + id,
  name: `Contact ${id}`,
  phone: `+1512555010${id}`,
  about,
});
const LEFT = { without_phone: 0, not_allowed: 0, more: false };

beforeEach(() => sessionStorage.clear());

/** The list's actor over a phone that the test moves. */
function startList(entries: readonly ListedContact[], user = USER) {
  const view = createAtom<PhoneView | null>(null);
  const sent: PhoneCommand[] = [];
  const api = { call: async () => ({ data: entries, meta: LEFT }) } as unknown as ApiClient;
  const machine = composeCallList(api, { view, send: (command) => sent.push(command) });
  const actor = createActor(machine, { input: user as never }).start();
  const line = (part: object) => act(() => view.set({ line: { call: null, ended: null, ...part } } as never));
  return { actor, sent, line };
}

async function started(entries: readonly ListedContact[]) {
  const list = startList(entries);
  list.actor.send({ type: 'list.start', chosen: { ids: entries.map(({ id }) => id) } });
  await waitFor(list.actor, (snapshot) => snapshot.hasTag('listed'));
  return list;
}

const callOf = (contactId: number, stage: string) => ({ call: { key: `call-${contactId}`, contactId, stage } });
const endedOf = (contactId: number, disposition: string | null = null) => ({
  ended: { key: `call-${contactId}`, contactId, call: disposition === null ? null : { disposition } },
});

test('the bar leads from call to call, and says how many were called', async () => {
  const { actor, sent, line } = await started([entryOf(1, 'Ask about the quote'), entryOf(2)]);
  await openDesk(<CallListBar path="/contacts/6001" />, {}, {}, undefined, { callList: actor });
  const shown = () => document.body.textContent;
  expect(shown()).toContain('1 of 2Contact 1Ask about the quote');

  click(button('Call'));
  line(callOf(1, 'validating'));
  expect([sent, shown()]).toMatchObject([
    [{ type: 'line.dial', number: '+15125550101', contactId: 1 }],
    expect.stringContaining('Calling'),
  ]);
  line(callOf(1, 'ringing'));
  await calm();
  expect(shown()).toContain('On a call');
  expect(document.body.textContent).not.toContain('Next');

  line(endedOf(1));
  await calm();
  expect(shown()).toContain('Choose an outcome, then go on');
  click(button('Next'));
  expect(shown()).toContain('2 of 2Contact 2');
  click(button('Finish'));

  expect(shown()).toContain('Call list done1 called, 1 skipped');
});

test('a call that the server refused is not counted as one', async () => {
  const { actor, line } = await started([entryOf(1)]);
  await openDesk(<CallListBar path="/contacts/6001" />, {}, {}, undefined, { callList: actor });

  click(button('Call'));
  line(callOf(1, 'validating'));
  line(endedOf(1));
  await calm();
  expect(document.body.textContent).toContain('Not called');
  click(button('Finish'));

  expect(document.body.textContent).toContain('0 called, 1 skipped');
});

test('while it calls automatically, an outcome leads to the next contact', async () => {
  const { actor, line } = await started([entryOf(1), entryOf(2)]);
  actor.send({ type: 'list.automate', isOn: true });
  actor.send({ type: 'list.dial' });
  line(callOf(1, 'active'));
  line(endedOf(1));
  expect(actor.getSnapshot().context.at).toBe(0);

  line(endedOf(1, 'interested'));

  expect(actor.getSnapshot().context.at).toBe(1);
  expect(actor.getSnapshot().hasTag('pausing')).toBe(true);
  actor.stop();
});

test('a list survives a reload of the tab for the same person, and waits', async () => {
  const { actor } = await started([entryOf(1), entryOf(2), entryOf(3)]);
  actor.send({ type: 'list.automate', isOn: true });
  actor.send({ type: 'list.next' });
  actor.stop();

  const again = startList([]).actor.getSnapshot();
  expect([again.context.at, again.context.entries.length, again.context.isAutomatic]).toEqual([1, 3, false]);
  expect(again.hasTag('waiting')).toBe(true);
  expect(
    startList([], { user: { id: 1008 } })
      .actor.getSnapshot()
      .hasTag('listed'),
  ).toBe(false);
});

test('what was left out is said in one sentence, and nothing where nothing was', () => {
  const words = (entries: readonly ListedContact[], left: Partial<typeof LEFT>) =>
    leftOutWords({ entries, left: { ...LEFT, ...left } });
  expect(words([entryOf(1)], {})).toBeNull();
  expect(words([entryOf(1)], { without_phone: 2, not_allowed: 1 })).toBe(
    "Left out: 2 without a phone number, 1 who can't be called.",
  );
  expect(words([], { without_phone: 2 })).toBe('No contacts to call. Left out: 2 without a phone number.');
  expect(words([entryOf(1)], { more: true })).toBe('Only the first contacts fit the list.');
});
