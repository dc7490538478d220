import { describe, expect, test } from 'vitest';
import { wordsOfChange } from '../../src/actors/session/stack-change.ts';
import type { IdentityStep } from '../../src/api/contract/session.contract.ts';
import { leftOf, stepBelow } from '../../src/machines/session/identity.ts';

const NOW = Date.parse('2026-03-02T15:00:00Z');
const MINUTE_MS = 60_000;

const step = (name: string, since: number, minutes: number): IdentityStep => ({
  session_id: 1,
  user_id: 1,
  name,
  marker: null,
  reason: '',
  since: new Date(since).toISOString(),
  expires_at: new Date(since + minutes * MINUTE_MS).toISOString(),
});
const marcus = step('Marcus Ellery', NOW - 5 * MINUTE_MS, 720);
const dana = step('Dana Whitfield', NOW - 5 * MINUTE_MS, 60);

describe('what is left', () => {
  test('is the time to the end of the top step', () => expect(leftOf([marcus, dana], NOW)).toBe(55 * MINUTE_MS));

  test('is never more than the step lasts, whatever this clock says', () =>
    expect(leftOf([marcus, dana], NOW - 600 * MINUTE_MS)).toBe(60 * MINUTE_MS));

  test('is all of it when this clock says that it is over', () =>
    expect(leftOf([marcus, dana], NOW + 600 * MINUTE_MS)).toBe(60 * MINUTE_MS));
});

describe('the step below', () => {
  test('is whom one goes back to', () => expect(stepBelow([marcus, dana])).toBe(marcus));

  test('is nobody for who signed in', () => expect(stepBelow([marcus])).toBe(null));
});

describe('words about a stack that has changed', () => {
  test('say who one is again', () =>
    expect(wordsOfChange([marcus, dana], [marcus], NOW)).toBe('You are Marcus Ellery again.'));

  test('say that the time is over', () =>
    expect(wordsOfChange([marcus, dana], [marcus], NOW + 55 * MINUTE_MS - 5_000)).toBe(
      'Your time as Dana Whitfield is over. You are Marcus Ellery again.',
    ));

  test('are none when somebody begins to act, goes on, or is new here', () =>
    expect([
      wordsOfChange([marcus], [marcus, dana], NOW),
      wordsOfChange([marcus, dana], [marcus, dana], NOW),
      wordsOfChange([], [marcus], NOW),
    ]).toEqual([null, null, null]));
});
