import { describe, expect, test } from 'vitest';
import type { Complaint } from '../../src/machines/phone/line-view.ts';
import { BUSY_WORDS, complaintText } from '../../src/views/phone/phone-words.ts';

describe('a request that failed', () => {
  test.each<[Complaint, string]>([
    [{ kind: 'noCall' }, 'No valid call ready'],
    [{ kind: 'callGoesOn' }, 'A call is in progress. End it first.'],
    [{ kind: 'notMuted' }, "Couldn't mute the microphone."],
    [{ kind: 'unable', step: 'number' }, 'Unable to update number'],
    [{ kind: 'refused', text: 'The line does not answer.' }, 'The line does not answer.'],
  ])('%j is said as %j', (complaint, text) => expect(complaintText(complaint)).toBe(text));
});

test('a phone that stays in another tab says why', () =>
  expect(BUSY_WORDS).toEqual({
    call: 'A call is in progress in another tab.',
    ring: 'A call is ringing in another tab.',
  }));
