import { act } from 'react';
import { EMPTY } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../../src/api/errors.ts';
import type { AppActors } from '../../src/actors/root.ts';
import { createRecorder } from '../../src/actors/machines/machines.actors.ts';
import { HelpDialog } from '../../src/views/help/HelpDialog.tsx';
import { chatAround } from '../chat/chat-around.tsx';
import { button, calm } from '../contacts/contacts-desk.tsx';
import { click, mount, only, type } from '../_kit/mount.ts';

const open = async (answer: unknown) => {
  const recorder = createRecorder({ now: () => 0, onFrame: (run) => run() });
  recorder.noteCall({ endpoint: 'readContact', status: 503, requestId: 'r-1' });
  const cable = { freshness$: EMPTY } as unknown as AppActors['cable'];
  const { at, called } = chatAround(null, { createHelp: answer }, { recorder, cable });
  const onClose = vi.fn<() => void>();
  mount(at('/help', () => <HelpDialog onClose={onClose} />).element);
  await calm();
  return { called: () => called.filter(({ name }) => name === 'createHelp'), onClose };
};

const send = async () => {
  act(() => only<HTMLFormElement>('form').requestSubmit());
  await calm();
};

async function write(): Promise<void> {
  type(only('[name="subject"]'), 'No phone');
  type(only('[name="message"]'), 'The phone is silent.');
  await send();
}

test('sends the steps of the tab, and shows the number of the ticket', async () => {
  const { called, onClose } = await open({ data: { id: 41, reply_to: 'dana@example.test' } });

  await write();

  expect(called()).toMatchObject([
    {
      args: {
        body: {
          subject: 'No phone',
          message: 'The phone is silent.',
          page: '',
          app_version: '0.2.37',
          machines: expect.stringMatching(/^Version: bellwether 0\.2\.37[\s\S]+readContact 503 r-1$/),
        },
      },
    },
  ]);
  expect(only('.dialog h2').textContent).toBe('Request #41 sent');
  expect(only('.dialog output').textContent).toBe('Support answers to dana@example.test. Your ticket number is 41.');
  click(button('Done'));
  expect(onClose).toHaveBeenCalledOnce();
});

test('an empty form names its fields, and sends nothing', async () => {
  const { called } = await open({});

  await send();

  expect(only('form').textContent).toContain('Enter a subject.');
  expect(only('form').textContent).toContain('Enter a message.');
  expect(called()).toEqual([]);
});

test('a refused request keeps what was typed', async () => {
  const message = 'Too many requests: please wait 9 s.';
  await open(new ApiError('rejected', { code: 'too_many', message }));

  await write();

  expect(only('[role="alert"]').textContent).toContain(message);
  expect(only<HTMLInputElement>('[name="subject"]').value).toBe('No phone');
});
