import { beforeAll, describe, expect, test } from 'vitest';
import { type Walked, walk } from '../_walk/walk.ts';
import { secondStepModel } from './second-step.model.ts';

describe('the second step', () => {
  let walked: Walked;
  beforeAll(async () => {
    walked = await walk({
      ...secondStepModel,
      always: (snapshot) => {
        const { method, sentTo, code, due } = snapshot.context;
        expect(due.methods).toContain(method);
        expect(sentTo !== null && (method === 'app' || method === 'recovery')).toBe(false);
        expect(code === '').toBe(!snapshot.matches({ open: 'checking' }));
      },
    });
  });

  test('is walked through every state and transition', () =>
    expect(walked.missing).toEqual({ states: [], transitions: [] }));

  test('signs in only by a code that the server takes', () => {
    const into = walked.edges.filter(({ to }) => to.includes('"signedIn"'));
    expect(new Set(into.map(({ move }) => move))).toEqual(new Set(['the code is right']));
  });

  test('sends a code only when one is asked for', () => {
    const into = walked.edges.filter(({ from, to }) => !from.includes('sending') && to.includes('sending'));
    expect(new Set(into.map(({ move }) => move))).toEqual(
      new Set(['mail is chosen', 'a text is chosen', 'another code is asked for']),
    );
  });
});
