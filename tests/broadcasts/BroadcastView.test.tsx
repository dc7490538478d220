import { act } from 'react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Broadcast, Recipient } from '#contract/broadcasts/broadcast.contract.ts';
import { contactsStore } from '../../src/store/contacts.store.ts';
import { ApiError } from '../../src/api/errors.ts';
import { SAVE_AFTER_MS } from '../../src/machines/broadcasts/broadcast-setup.ts';
import { BroadcastView } from '../../src/views/broadcasts/BroadcastShell.tsx';
import { click, mount, only, settle, type } from '../_kit/mount.ts';
import { sessionAtWork } from '../_kit/session-at-work.ts';
import { appAround } from '../imports/app-around.tsx';
import { openAs } from './broadcast-actor.ts';
import { broadcast, dryRun, preview, recipient, sending } from './broadcast-fixtures.ts';

interface Shown {
  place?: string;
  recipients?: readonly Recipient[];
  answers?: Readonly<Record<string, unknown>>;
}

async function show(differs: Partial<Broadcast>, { place = '', recipients = [recipient()], answers = {} }: Shown = {}) {
  const opened = await openAs(differs);
  const user = { id: 1007, timezone: 'est', permissions: [], downline_count: 0 };
  const meta = { current_page: 1, limit: 20, total_count: recipients.length, total_pages: 1 };
  const given: Record<string, unknown> = {
    listRecipients: { data: recipients, meta },
    previewRecipient: { data: preview() },
    dryRunBroadcast: { data: dryRun() },
    ...answers,
  };
  const { wrap, called } = appAround(given, { session: sessionAtWork(user) });
  mount(wrap(<BroadcastView actor={opened.actor} id={71} place={place} />));
  await settle();
  await settle();
  return { ...opened, called, given };
}

const button = (text: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent?.includes(text));
  if (found === undefined) throw new Error(`no button ${text}`);
  return found;
};
const page = () => document.body.textContent ?? '';

describe('the audience of a draft', () => {
  test('is a subtraction that ends in who gets it', async () => {
    await show({}, { place: 'audience' });
    const lines = [...document.querySelectorAll('.items > li')].map((line) => line.querySelector('.n')?.textContent);

    expect(lines).toEqual(['2,412', '−103', '−55', '−214', '2,040']);
    expect(page()).toContain('2,040 people will get it');
  });

  test('another choice starts from the contact list as it was left', async () => {
    const state = { field: 'state', op: 'is', value: ['TX'] };
    const href = `/contacts?q=lopez&search=${encodeURIComponent(JSON.stringify([state]))}&page=3`;
    contactsStore.trigger.listed({ scope: '', href });
    try {
      const { changes } = await show({}, { place: 'audience' });
      click(button('Choose others'));
      await settle();
      expect(only('.scope-form').textContent).toContain('matching “lopez”');
      click(button('Use these contacts'));
      await settle();
      expect(changes.at(-1)?.change).toMatchObject({
        kind: 'select',
        selection: { contacts_scope: { contact_group: 'mine', search: [state], q: 'lopez' } },
      });
      expect(changes.at(-1)?.change).not.toHaveProperty('selection.contacts_scope.page');
    } finally {
      contactsStore.trigger.listed({ scope: '', href: '/contacts' });
    }
  });

  test('opens the people of a line', async () => {
    const { called } = await show({}, { place: 'audience' });
    click(only('[aria-label="Open Opted out of texts"]'));
    await settle();

    expect(called.at(-1)).toMatchObject({
      name: 'listRecipients',
      args: { query: { outcome: 'left_out', reason: 'withdrawn' } },
    });
    expect(document.activeElement?.textContent).toBe('Opted out of texts');
  });
});

test('a line that is open takes the focus once, not with every save', async () => {
  const { send, saves } = await show({}, { place: 'audience' });
  click(only('[aria-label="Open Opted out of texts"]'));
  await settle();
  const name = only<HTMLInputElement>('.draft-name input');
  name.focus();
  act(() => send({ type: 'broadcast.edit', edits: { name: 'Wave 3' }, isTyped: false }));
  await act(async () => {
    saves[0]?.resolve(broadcast({ version: 2, name: 'Wave 3' }));
    await settle();
  });

  expect(document.activeElement).toBe(name);
});

describe('the content of a draft', () => {
  test('has the opt-out line locked below the text, which is saved as it is typed', async () => {
    const { clock, saves } = await show({}, { place: 'content' });
    expect(only('.broadcast-locked').textContent).toBe('Reply STOP to opt out.always added');

    type(only<HTMLTextAreaElement>('textarea'), 'Hello');
    expect(only('.draft-saved').textContent).toBe('Saving…');
    act(() => clock.increment(SAVE_AFTER_MS));
    expect(saves[0]?.edits).toEqual({ body: 'Hello' });
  });

  test('is shown as a real recipient reads it, with arrows to the others', async () => {
    const { called } = await show({}, { place: 'content' });
    expect(only('.preview').textContent).toContain('Ramón Espinoza');
    expect(only('.handset-text').textContent).toBe('Hi Ramón. Reply STOP to opt out.');

    click(only('[aria-label="Next person"]'));
    await settle();
    expect(called.at(-1)).toMatchObject({ name: 'previewRecipient', args: { query: { position: 7 } } });
  });

  test('counts the segments of everyone', async () => {
    await show({}, { place: 'content' });
    expect(only('.broadcast-counter').textContent).toBe('133 to 158 characters1 segment for 2,009 people, 2 for 31');
  });

  test('asks which version counts after somebody else changed it', async () => {
    const { clock, saves, now } = await show({}, { place: 'content' });
    type(only<HTMLTextAreaElement>('textarea'), 'Hello');
    act(() => clock.increment(SAVE_AFTER_MS));
    await act(async () => {
      saves[0]?.reject({ kind: 'conflict', message: 'Changed.' });
      await settle();
    });
    expect(only('.note').textContent).toContain('This draft was changed elsewhere');

    click(button('Load the other version'));
    expect([only<HTMLTextAreaElement>('textarea').value, now().hasTag('saved')]).toEqual(['Hi {{ first_name }}', true]);
  });
});

test('an e-mail takes a template, immediately, and keeps what is typed in its copy', async () => {
  const { clock, saves } = await show(
    {
      channel: 'mail',
      content: { subject: '', body: '', format: 'html', template: null, email_trigger: null, file: null },
    },
    { place: 'content', answers: { listMyBroadcastEmails: { data: [{ id: 3, name: 'Welcome' }] } } },
  );
  const template = only<HTMLSelectElement>('select:has(option[value="3"])');
  act(() => {
    template.value = '3';
    template.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(saves[0]?.edits).toEqual({ email_id: 3 });

  const written = {
    subject: 'Hello',
    body: '<p>Hi</p>',
    format: 'html',
    template: { id: 3, name: 'Welcome' },
  } as const;
  await act(async () => {
    saves[0]?.resolve(
      broadcast({ channel: 'mail', version: 2, content: { ...written, email_trigger: null, file: null } }),
    );
    await settle();
  });
  expect(only<HTMLTextAreaElement>('textarea').value).toBe('<p>Hi</p>');
  type(only<HTMLTextAreaElement>('textarea'), '<p>Good morning</p>');
  act(() => clock.increment(SAVE_AFTER_MS));
  expect(saves[1]).toMatchObject({ version: 2, edits: { body: '<p>Good morning</p>' } });
});

describe('the check of a draft', () => {
  test('names the number on its one primary button, and sends it', async () => {
    const { changes } = await show({ schedule: { kind: 'now' } }, { place: 'check' });
    expect([...document.querySelectorAll('.btn.primary')].length).toBe(1);
    click(button('Send 2,040 texts now'));

    expect(changes[0]?.change).toMatchObject({ kind: 'send', recipients: 2_040 });
  });

  test('translates the dry run to the time of the agent, and says that nothing was sent', async () => {
    await show({ schedule: { kind: 'local', day: '2026-11-20', from: '10:00', until: '18:00' } }, { place: 'check' });

    expect(page()).toContain('nothing was sent');
    expect(page()).toContain('Schedule 2,040 texts');
    expect(only('table').textContent).toContain('Central638653');
    expect(only('table').textContent).toMatch(/11:00 AM to 11:02 AM/u);
  });

  test('refuses what the dry run refuses, with its reason', async () => {
    const { changes } = await show(
      { schedule: { kind: 'now' } },
      { place: 'check', answers: { dryRunBroadcast: { data: dryRun({ faults: ['Write the text first.'] }) } } },
    );
    click(button('Send 2,040 texts now'));

    expect(changes).toEqual([]);
    expect(button('Send 2,040 texts now').title).toBe('Write the text first.');
  });

  test('says that it could not check, sends nothing unchecked, and checks again once the server takes it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    onTestFinished(() => void vi.useRealTimers());
    const busy = new ApiError('rejected', { code: 'too_many', message: 'Please wait 30 s.', retryAfter: 30 });
    const answers = {
      dryRunBroadcast: { data: dryRun({ faults: ['Choose when to send it.'] }) },
    };
    const { changes, hear, given } = await show({ schedule: { kind: 'now' } }, { place: 'check', answers });
    given['dryRunBroadcast'] = busy;
    act(() => hear(broadcast({ version: 9, schedule: { kind: 'now' } })));
    await settle();
    click(button('Send 2,040 texts now'));

    expect(changes).toEqual([]);
    expect(button('Send 2,040 texts now').title).toBe("Couldn't run the check");
    expect(page()).toContain("Couldn't run the check. Please wait 30 s.");

    given['dryRunBroadcast'] = { data: dryRun() };
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    await settle();
    click(button('Send 2,040 texts now'));
    expect(changes[0]?.change).toMatchObject({ kind: 'send', recipients: 2_040 });
  });
});

describe('the live page', () => {
  test('reads its people again as the broadcast goes on, not with every fact', async () => {
    const { called, hear } = await show(sending());
    const reads = () => called.filter(({ name }) => name === 'listRecipients').length;
    const before = reads();
    const { progress } = sending();
    act(() => hear(sending({ version: 10, progress: { ...progress, delivered: 1_154, waiting: 850 } })));
    await settle();
    expect(reads()).toBe(before);

    act(() => hear(sending({ version: 11, progress: { ...progress, delivered: 1_253, waiting: 751 } })));
    await settle();
    expect(reads()).toBeGreaterThan(before);
  });

  test('has one bar and a sum that adds up', async () => {
    await show(sending());

    expect(only('.job .line1').textContent).toBe('1,188 of 2,040 texts6 a second2 min 22 s left');
    const numbers = [...document.querySelectorAll('.sum dd')].map((one) =>
      Number(one.textContent?.replaceAll(/\D/gu, '')),
    );
    expect(numbers).toEqual([1_153, 18, 8, 9, 1_188, 852]);
    expect(page()).not.toContain("don't add up");
  });

  test('says so when the numbers do not add up', async () => {
    const { progress } = sending();
    await show(sending({ progress: { ...progress, failed: 7 } }));
    expect(page()).toContain("The numbers don't add up to 2,040.");
  });

  test('says what became of each person, and why', async () => {
    await show(sending(), {
      recipients: [
        recipient({ position: 1, outcome: 'delivered', segments: 1 }),
        recipient({ position: 2, outcome: 'held_back', reason: 'withdrawn' }),
        recipient({ position: 3, outcome: 'failed', detail: 'Number out of service' }),
        recipient({ position: 4, outcome: 'delivered', reply: { body: 'Yes please', at: '2026-11-19T21:04:00Z' } }),
      ],
    });
    const rows = [...document.querySelectorAll('.outcomes tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].slice(2, 4).map((cell) => cell.textContent),
    );

    expect(rows).toEqual([
      ['Delivered', '1 segment'],
      ['Held back', 'Opted out of texts'],
      ['Failed', 'Number out of service'],
      ['Replied', '“Yes please”'],
    ]);
  });

  test('pauses at a press, and stops only after the question what it keeps', async () => {
    const { changes } = await show(sending());
    button('Pause').focus();
    click(button('Pause'));
    expect(changes[0]?.change).toEqual({ kind: 'pause' });
    expect(page()).toContain('Stop keeps what was sent and cancels the 852 to go.');
  });

  test('keeps the focus at the button that takes the place of the pressed one', async () => {
    const { changes } = await show(sending());
    button('Pause').focus();
    click(button('Pause'));
    await act(async () => {
      changes[0]?.resolve(sending({ status: 'paused', version: 10 }));
      await settle();
    });

    expect(document.activeElement?.textContent).toBe('Resume');
  });

  test('counts what is on its way though the rest was canceled', async () => {
    const { progress } = sending();
    await show(sending({ status: 'stopped', progress: { ...progress, waiting: 0, sending: 20, stopped: 832 } }));
    const labels = [...document.querySelectorAll('.sum dt')].map((one) => one.textContent);
    const numbers = [...document.querySelectorAll('.sum dd')].map((one) =>
      Number(one.textContent?.replaceAll(/\D/gu, '')),
    );

    expect(labels.slice(-2)).toEqual(['Canceled', 'On their way']);
    expect(numbers.slice(4)).toEqual([1_188, 832, 20]);
  });

  test('offers nothing of a broadcast that is over', async () => {
    await show(sending({ status: 'done', rate: 0 }));
    expect([...document.querySelectorAll('.doing button')]).toEqual([]);
    expect(only('.note').textContent).toContain('is complete: 1,171 sent, 8 failed, 9 held back');
  });
});
