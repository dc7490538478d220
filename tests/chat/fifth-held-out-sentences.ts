/**
 * Used only by the benchmark: written before anything was improved for them, by somebody who had not read the rules.
 * About 40 of them go beyond the filters of the list, or name a file.
 */
import { between, by, chosen, type ContactSentence, empty } from './agency-words.ts';
import { MORE_FIFTH_HELD_OUT_SENTENCES } from './fifth-held-out-sentences-more.ts';

const PEOPLE: readonly ContactSentence[] = [
  { said: 'Delphine Arceneaux', scope: { q: 'Delphine Arceneaux', forgiving: true } },
  {
    said: 'looking for Rutherford Mays Sr',
    scope: { q: 'Rutherford Mays Sr', forgiving: true },
    parts: { q: 'Rutherford Mays Sr' },
  },
  {
    said: 'McAllister, Bonnie',
    scope: { q: 'Bonnie McAllister', forgiving: true },
    parts: { q: 'McAllister, Bonnie' },
  },
  { said: 'wheres my client Gus Papadopoulos', scope: { type: 'client', q: 'Gus Papadopoulos', forgiving: true } },
  {
    said: 'Ernestine Fuqua down in Dothan',
    scope: { search: [by('city', 'Dothan')], q: 'Ernestine Fuqua', forgiving: true },
  },
  { said: 'do i have anybody named Quintana', scope: { q: 'Quintana', forgiving: true } },
  { said: 'first name Odessa', scope: { search: [by('first_name', 'Odessa')] } },
  { said: 'last name begins with Vander', scope: { search: [by('last_name', 'Vander', 'starts_with')] } },
  {
    said: 'that guy Lamar Tubbs in Meridian Mississippi',
    scope: { search: [by('city', 'Meridian'), by('state', 'MS')], q: 'Lamar Tubbs', forgiving: true },
  },
  { said: 'Ms. Yolanda Peake', scope: { q: 'Yolanda Peake', forgiving: true } },
  {
    said: 'Bobby Ray Tidwell jr',
    scope: { q: 'Bobby Ray Tidwell jr', forgiving: true },
    parts: { q: 'Bobby Ray Tidwell jr' },
  },
  {
    said: 'Thibodeaux in Lafayette LA',
    scope: { search: [by('city', 'Lafayette'), by('state', 'LA')], q: 'Thibodeaux', forgiving: true },
    parts: { q: 'Thibodeaux' },
  },
];

const NUMBERS: readonly ContactSentence[] = [
  { said: 'who called me from (850) 555-0123', scope: { q: '850-555-0123' } },
  { said: 'phone ending in 0177', scope: { q: '0177' }, parts: { q: 'ending in 0177' } },
  { said: 'jtidwell@example.com', scope: { q: 'jtidwell@example.com' } },
  { said: '251 area code leads', scope: { search: [by('phone', '251', 'starts_with')], type: 'lead' } },
];

const AGES: readonly ContactSentence[] = [
  {
    said: 'my clients in Mobile with a birthday in May',
    scope: { search: [by('city', 'Mobile'), by('birth_month', '5')], type: 'client' },
  },
  { said: 'over 70 in Alabama', scope: { search: [by('dob', '1955-11-22', 'before'), by('state', 'AL')] } },
  {
    said: 'clients 65 and up with no email',
    scope: { search: [by('dob', '1961-11-22', 'before'), empty('email')], type: 'client' },
  },
  { said: 'leads between 60 and 64', scope: { search: between('dob', '1961-11-21', '1966-11-22'), type: 'lead' } },
  { said: 'turning 65 in february', scope: { search: between('dob', '1962-01-31', '1962-03-01') } },
  { said: 'turns 65 next year', scope: { search: between('dob', '1961-12-31', '1963-01-01') } },
  {
    said: 'folks aging into medicare this year',
    scope: { search: between('dob', '1960-12-31', '1962-01-01') },
    parts: { dob: 'aging into medicare this year' },
  },
  { said: 'no younger than 62', scope: { search: [by('dob', '1964-11-22', 'before')] } },
  {
    said: 'clients not older than 80',
    scope: { search: [by('dob', '1945-11-21', 'after')], type: 'client' },
    parts: { dob: 'not older than 80' },
  },
  { said: 'birthdays in jan or feb', scope: { search: [by('birth_month', ['1', '2'])] } },
  { said: 'clients born in march', scope: { search: [by('birth_month', '3')], type: 'client' } },
  { said: 'born before 1945', scope: { search: [by('dob', '1945-01-01', 'before')] } },
  {
    said: 'widows in their 70s',
    scope: { search: between('dob', '1946-11-21', '1956-11-22') },
    asks: ['widows'],
  },
  {
    said: 'recruits younger than thirty five',
    scope: { search: [by('dob', '1991-11-21', 'after')], type: 'recruit' },
  },
  { said: 'birthday nov 30', scope: {}, asks: ['birthday nov 30'] },
];

const CONVERSATIONS: readonly ContactSentence[] = [
  {
    said: 'no leads had a call this month',
    scope: { search: [by('last_call_at', '2026-11-01', 'not_since')], type: 'lead' },
    parts: { last_call_at: 'had a call this month' },
  },
  // The last call may have been one of ours.
  { said: 'leads that called us this week', scope: { type: 'lead' }, asks: ['called us this week'] },
  // A later call hides one in October.
  { said: 'which clients got no call in october', scope: { type: 'client' }, asks: ['got no call in october'] },
  {
    said: 'clients i havent rung since halloween',
    scope: { search: [by('last_call_at', '2026-10-31', 'not_since')], type: 'client' },
    parts: { last_call_at: 'havent rung since halloween' },
  },
  {
    said: 'leads nobody has called in 45 days',
    scope: { search: [by('last_call_at', '2026-10-07', 'not_since')], type: 'lead' },
  },
  {
    said: 'clients who got a call this week',
    scope: { search: between('last_call_at', '2026-11-14', '2026-11-22'), type: 'client' },
  },
  { said: 'leads that never answered', scope: { type: 'lead' }, asks: ['never answered'] },
  {
    said: 'clients who emailed us in the last 3 days',
    scope: { type: 'client' },
    asks: ['emailed us in the last 3 days'],
  },
  {
    said: 'leads without a single text this month',
    scope: { type: 'lead' },
    asks: ['without a single text this month'],
  },
  { said: 'no touch in 90 days', scope: { search: [by('last_touch_at', '2026-08-23', 'not_since')] } },
  {
    said: 'last call before september, leads only',
    scope: { search: [by('last_call_at', '2026-09-01', 'before')], type: 'lead' },
    parts: { last_call_at: 'last call before september' },
  },
  {
    said: 'clients not contacted this year',
    scope: { search: [by('last_touch_at', '2026-01-01', 'not_since')], type: 'client' },
    parts: { last_touch_at: 'not contacted this year' },
  },
  {
    said: 'quoted leads with no call since nov 10',
    scope: { search: [chosen('status', 'Quoted'), by('last_call_at', '2026-11-10', 'not_since')], type: 'lead' },
  },
  { said: 'i left a voicemail for today', scope: {}, asks: ['left a voicemail for today'] },
];

const DATES: readonly ContactSentence[] = [
  { said: 'follow ups due today', scope: { search: [by('follow_up_on', '2026-11-21')] } },
  {
    said: 'past due follow ups in Georgia',
    scope: { search: [by('follow_up_on', '2026-11-21', 'before'), by('state', 'GA')] },
  },
  { said: 'appointment tomorrow', scope: {}, asks: ['appointment tomorrow'] },
  { said: 'leads with an appointment next tuesday', scope: { type: 'lead' }, asks: ['appointment next tuesday'] },
  {
    said: 'follow ups next week for my clients',
    scope: { search: between('follow_up_on', '2026-11-21', '2026-11-29'), type: 'client' },
  },
  {
    said: 'appointment set leads with no follow up date',
    scope: { search: [chosen('status', 'Appointment set'), empty('follow_up_on')], type: 'lead' },
  },
  {
    said: 'need recruts added last wk',
    scope: { search: between('created_at', '2026-11-07', '2026-11-15'), type: 'recruit' },
    parts: { created_at: 'added last wk', type: 'recruts' },
  },
  { said: 'hey max pull everybody i added today', scope: { search: [by('created_at', '2026-11-21')] } },
];

/** Sentences of agents and managers with what each must become. */
export const FIFTH_HELD_OUT_SENTENCES: readonly ContactSentence[] = [
  ...PEOPLE,
  ...NUMBERS,
  ...AGES,
  ...CONVERSATIONS,
  ...DATES,
  ...MORE_FIFTH_HELD_OUT_SENTENCES,
];
