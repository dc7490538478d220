import { expect, test } from 'vitest';
import { endOfLeg, type OfLeg } from '../../server/features/phone/calls/end-of-leg.ts';

const CALL: OfLeg = { status: 'active', hung_up_at: null, away_since: null, agent_leg: null };
const AT = new Date(0);

test.each([
  ['in a call that goes on', CALL, false, 'waits'],
  ['after a hang-up that was announced', { ...CALL, hung_up_at: AT }, false, 'ends'],
  ['after they transferred the other party', CALL, true, 'ends'],
  ['before the answer', { ...CALL, status: 'ringing' }, false, 'ends'],
  ['in a call that is over', { ...CALL, status: 'ended', agent_leg: 'CA2' }, false, 'ends'],
  ['that was told before', { ...CALL, away_since: AT }, false, 'goesOn'],
  ['that an older leg had', { ...CALL, agent_leg: 'CA2', hung_up_at: AT }, false, 'goesOn'],
  ['by which they rejoined', { ...CALL, agent_leg: 'CA1' }, false, 'waits'],
] as const)('the end of a leg %s', (_, call, isPassedOn, end) => {
  expect(endOfLeg(call, 'CA1', isPassedOn)).toBe(end);
});
