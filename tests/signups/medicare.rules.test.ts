import { expect, test } from 'vitest';
import { unanswered } from '#rules/signups/complete.ts';
import { type MedicareFacts, medicareNeeds, medicareYearOf, planYearOn } from '#rules/signups/medicare.ts';

const READY: MedicareFacts = {
  status: 'submitted',
  npn: '123',
  licensed_states: ['TX'],
  lines: ['life', 'medicare'],
  ahip_year: 2027,
};

test.each([
  ['2026-09-30', 2026],
  ['2026-10-01', 2027],
  ['2026-12-31', 2027],
  ['2027-01-01', 2027],
])('on %s, plans of %i are sold', (day, year) => {
  expect(planYearOn(day)).toBe(year);
});

test.each([
  ['nothing', {}, []],
  ['the form', { status: 'draft' }, ['submitted']],
  ['the NPN', { npn: '' }, ['npn']],
  ['a license', { licensed_states: [] }, ['licensed_states']],
  ['the line', { lines: ['life'] }, ['line']],
  ['a certification', { ahip_year: null }, ['certification']],
  ['this year of it', { ahip_year: 2026 }, ['certification']],
  ['nothing with a later one', { ahip_year: 2028 }, []],
] as const)('%s is missing', (_what, facts, missing) => {
  expect(medicareNeeds({ ...READY, ...facts }, 2027)).toEqual(missing);
});

test('a signup registers up to the year of its certification, or not at all', () => {
  expect(medicareYearOf(READY)).toBe(2027);
  expect(medicareYearOf({ ...READY, npn: '' })).toBeNull();
  expect(medicareYearOf({ ...READY, ahip_year: null })).toBeNull();
});

const ANSWERS = {
  first_name: 'Amy',
  last_name: 'Agent',
  email: 'amy@example.com',
  phone: '+15125550142',
  npn: '123',
  resident_state: 'TX',
  licensed_states: ['LA', 'TX'],
  lines: ['life'],
};

test('a signup is complete with a license at home', () => {
  expect(unanswered(ANSWERS)).toEqual({});
  expect(unanswered({ ...ANSWERS, licensed_states: ['LA'] })).toEqual({
    licensed_states: 'Include your resident state, TX.',
  });
  expect(Object.keys(unanswered({ ...ANSWERS, npn: '', lines: [] }))).toEqual(['npn', 'lines']);
});
