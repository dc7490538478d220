import { describe, expect, test } from 'vitest';
import { controlsOf } from '../../src/machines/phone/line-facts.ts';
import type { CallView, Complaint } from '../../src/machines/phone/line-view.ts';
import { BUSY_WORDS, complaintText } from '../../src/views/phone/phone-words.ts';
import { call } from './phone-fixtures.ts';

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

const TALKING: CallView = {
  key: 'c1',
  callId: 31,
  direction: 'outbound',
  number: '+15125550142',
  stage: 'active',
  activeSince: 0,
  muted: false,
  held: false,
  passing: false,
  recording: { state: 'off', busy: false, locked: null },
  quality: 'good',
  digits: '',
  extension: null,
  contacts: [],
  contactId: null,
  call: call({ status: 'active' }),
};

test('a call that is being transferred can be muted and ended, and not held or transferred again', () => {
  const { early, unrecorded } = controlsOf({ ...TALKING, passing: true });
  expect([early, unrecorded]).toEqual([null, 'passing']);
});
