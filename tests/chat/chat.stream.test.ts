import { Subject } from 'rxjs';
import { expect, test, vi } from 'vitest';
import { observeChatBroadcasts } from '../../src/realtime/chat.stream.ts';
import type { Cable } from '../../src/realtime/cable.ts';
import { redirect } from './chat-world.ts';

function listening() {
  const bodies$ = new Subject<unknown>();
  const channel = vi.fn(() => bodies$);
  const reject = vi.fn();
  const heard: unknown[] = [];
  const listener = observeChatBroadcasts({ channel, reject } as unknown as Cable).subscribe((fact) => heard.push(fact));
  return { bodies$, channel, reject, heard, listener };
}

test('listens to the channel of MAX, and leaves it', () => {
  const { bodies$, channel, listener } = listening();
  expect(channel.mock.calls).toEqual([['ChatChannel', {}]]);

  listener.unsubscribe();

  expect(bodies$.observed).toBe(false);
});

test('tells what is being written, the answer, the end, and what happens to the stream', () => {
  const { bodies$, heard, reject } = listening();
  const facts = [
    { type: 'chat.writing', session_id: 7, doing: 'Looks for contacts', content: '' },
    { type: 'chat.replied', session_id: 7, assistant_message: redirect(), answers: 'people in Texas' },
    { type: 'chat.ended', session_id: 7 },
    { type: 'stream.lost', stream: 'user:1', epoch: 'e', offset: 3 },
  ];

  for (const fact of facts) bodies$.next(fact);

  expect([heard, reject.mock.calls]).toEqual([facts, []]);
});

test('passes over what other channels say of the same person', () => {
  const { bodies$, heard, reject } = listening();

  bodies$.next({ type: 'call.changed', call: {} });

  expect([heard, reject.mock.calls]).toEqual([[], []]);
});

test('reports an invalid answer, and continues', () => {
  const { bodies$, heard, reject } = listening();

  bodies$.next({ type: 'chat.replied', session_id: 7, assistant_message: { id: 2 } });
  bodies$.next({ type: 'chat.ended', session_id: 7 });

  expect([heard.length, reject.mock.calls.length]).toEqual([1, 1]);
});
