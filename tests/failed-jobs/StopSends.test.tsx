import { expect, test } from 'vitest';
// Preloads the lazy part.
import '../../src/views/failed-jobs/StopSendsDialog.tsx';
import { StopSends } from '../../src/views/failed-jobs/StopSends.tsx';
import { type Answer, button, calm, openDesk, refused } from '../contacts/contacts-desk.tsx';
import { click, only } from '../_kit/mount.ts';

const open = async (answers: Record<string, Answer>) => {
  const desk = await openDesk(<StopSends />, { listQuietJobs: { data: { waiting: 12, leaving: 1 } }, ...answers });
  click(button('Stop all sends'));
  await calm();
  return desk;
};
const confirm = async () => {
  click(only<HTMLButtonElement>('.dialog .danger-fill'));
  await calm();
};

test('asks with the number that waits, and stops', async () => {
  const { asked, toasts } = await open({ quietJobs: { data: { stopped: 12, waiting: 0, leaving: 1 } } });
  expect(only('.dialog').textContent).toContain('12 messages to contacts are waiting. 1 can no longer be stopped.');
  expect(asked('quietJobs')).toEqual([]);
  await confirm();

  expect(asked('quietJobs')).toEqual([{}]);
  expect(toasts.map(({ text }) => text)).toEqual(['12 messages stopped. 1 message was already leaving']);
  expect(document.querySelector('.dialog')).toBeNull();
});

test('says that nothing was waiting', async () => {
  const { toasts } = await open({
    listQuietJobs: { data: { waiting: 0, leaving: 0 } },
    quietJobs: { data: { stopped: 0, waiting: 0, leaving: 0 } },
  });
  expect(only('.dialog').textContent).toContain('No message to contacts is waiting right now.');
  await confirm();

  expect(toasts.map(({ text }) => text)).toEqual(['No message was waiting']);
});

test('keeps the question open when it fails, and says what is stopped', async () => {
  await open({ quietJobs: refused({}) });
  await confirm();

  expect(only('.dialog [role=alert]').textContent).toContain('What was stopped so far stays stopped.');
});
