/**
 * Used only by the benchmark: dictated between two appointments, with fillers, second thoughts, numbers as words and
 * hardly a comma.
 */
import { between, by, chosen, type ContactSentence, empty, INSULINS, rx } from './agency-words.ts';

const NAMES: readonly ContactSentence[] = [
  { said: 'hey max pull up Gladys Pemberton for me real quick', scope: { q: 'Gladys Pemberton', forgiving: true } },
  { said: 'okay can you find me Thurman Oakes', scope: { q: 'Thurman Oakes', forgiving: true } },
  {
    said: "i'm looking for a Beverly Stokes I think she's in Gainesville",
    scope: { search: [by('city', 'Gainesville')], q: 'Beverly Stokes', forgiving: true },
    parts: { q: 'Beverly Stokes', city: 'Gainesville' },
  },
  {
    said: 'whats the number for Raymond Castellano',
    scope: { q: 'Raymond Castellano', forgiving: true },
    parts: { q: 'Raymond Castellano' },
  },
  { said: 'open up mister Delacroix', scope: { q: 'Delacroix', forgiving: true }, parts: { q: 'mister Delacroix' } },
  {
    said: 'the lady named Opal in Meridian',
    scope: { search: [by('gender', 'female'), by('city', 'Meridian')], q: 'Opal', forgiving: true },
    parts: { gender: 'lady' },
  },
  {
    said: 'pull up my client Wendell Fitch out in Slidell Louisiana',
    scope: { search: [by('city', 'Slidell'), by('state', 'LA')], type: 'client', q: 'Wendell Fitch', forgiving: true },
  },
  {
    said: 'somebody called me from 228-555-0119 who is that',
    scope: { q: '228-555-0119' },
    parts: { q: '228-555-0119' },
  },
];

const AGES: readonly ContactSentence[] = [
  { said: 'okay show me everybody over seventy five', scope: { search: [by('dob', '1950-11-22', 'before')] } },
  {
    said: 'I need all my clients sixty five and older in Pensacola',
    scope: { search: [by('dob', '1961-11-22', 'before'), by('city', 'Pensacola')], type: 'client' },
  },
  {
    said: "who's turning sixty five in the next month",
    scope: { search: between('dob', '1961-11-20', '1961-12-22') },
    parts: { dob: 'turning sixty five in the next month' },
  },
  {
    said: 'gimme the folks turning sixty five in january',
    scope: { search: between('dob', '1961-12-31', '1962-02-01') },
  },
  {
    said: 'um leads between fifty and fifty nine',
    scope: { search: between('dob', '1966-11-21', '1976-11-22'), type: 'lead' },
  },
  {
    said: 'clients with birthdays this month so I can call em',
    scope: { search: [by('birth_month', '11')], type: 'client' },
    parts: { birth_month: 'birthdays this month' },
  },
  {
    said: 'let me see december birthdays for my clients in Mobile',
    scope: { search: [by('birth_month', '12'), by('city', 'Mobile')], type: 'client' },
  },
  {
    said: 'anybody under thirty on the recruit side',
    scope: { search: [by('dob', '1996-11-21', 'after')], type: 'recruit' },
    parts: { type: 'recruit side' },
  },
  {
    said: 'women in their sixties in Dallas',
    scope: { search: [by('gender', 'female'), ...between('dob', '1956-11-21', '1966-11-22'), by('city', 'Dallas')] },
  },
];

const CALLS: readonly ContactSentence[] = [
  {
    said: 'okay so who have I not called this week',
    scope: { search: [by('last_call_at', '2026-11-15', 'not_since')] },
  },
  {
    said: 'leads I have not called in the last thirty days',
    scope: { search: [by('last_call_at', '2026-10-22', 'not_since')], type: 'lead' },
  },
  {
    said: 'show me the leads nobody has touched in two weeks',
    scope: { search: [by('last_touch_at', '2026-11-07', 'not_since')], type: 'lead' },
  },
  { said: 'did anybody call us back this morning', scope: {}, asks: ['call us back this morning'] },
  { said: 'which clients did I call yesterday', scope: { search: [by('last_call_at', '2026-11-20')], type: 'client' } },
  {
    said: 'not a single one of my hot leads got called this month',
    scope: { search: [chosen('tag', 'hot'), by('last_call_at', '2026-11-01', 'not_since')], type: 'lead' },
    parts: { last_call_at: 'got called this month' },
  },
  { said: 'everybody who texted me over the weekend', scope: {}, asks: ['texted me over the weekend'] },
  {
    said: 'who do I still need to call in Houston',
    scope: { search: [by('city', 'Houston')] },
    asks: ['still need to call'],
  },
  { said: 'clients I talked to last friday', scope: { type: 'client' }, asks: ['talked to last friday'] },
  {
    said: 'quoted folks with no call since the first of november',
    scope: { search: [chosen('status', 'Quoted'), by('last_call_at', '2026-11-01', 'not_since')] },
  },
];

const DATES: readonly ContactSentence[] = [
  { said: 'what follow ups do I have today', scope: { search: [by('follow_up_on', '2026-11-21')] } },
  {
    said: 'what follow ups am I late on',
    scope: { search: [by('follow_up_on', '2026-11-21', 'before')] },
    parts: { follow_up_on: 'follow ups am I late on' },
  },
  { said: 'follow ups for next week please', scope: { search: between('follow_up_on', '2026-11-21', '2026-11-29') } },
  { said: 'leads that came in yesterday', scope: { search: [by('created_at', '2026-11-20')], type: 'lead' } },
  {
    said: 'show me the new leads from this week newest first',
    scope: {
      search: between('created_at', '2026-11-14', '2026-11-22'),
      type: 'lead',
      order_field: 'created_at',
      order: 'desc',
    },
  },
  { said: 'do I have any appointments this afternoon', scope: {}, asks: ['appointments this afternoon'] },
];

const CORRECTED: readonly ContactSentence[] = [
  {
    said: 'show me leads no wait clients in Tampa',
    scope: { search: [by('city', 'Tampa')], type: 'client' },
    parts: { type: 'leads no wait clients' },
  },
  {
    said: 'everybody in Biloxi I mean Gulfport',
    scope: { search: [by('city', 'Gulfport')] },
    parts: { city: 'in Biloxi I mean Gulfport' },
  },
  {
    said: 'people over sixty scratch that over sixty five in Ohio',
    scope: { search: [by('dob', '1960-11-22', 'before'), by('state', 'OH')] },
    parts: { dob: 'over sixty scratch that over sixty five' },
  },
  {
    said: 'callbacks in Texas or actually just Austin',
    scope: { search: [chosen('tag', 'callback'), by('city', 'Austin')] },
    parts: { city: 'Texas or actually just Austin' },
  },
];

const BEYOND: readonly ContactSentence[] = [
  {
    said: "who's on Aetna right now",
    scope: { search: [by('policy_carrier', 'Aetna', 'contains'), by('policy_status', 'active')] },
  },
  {
    said: 'everybody with a supplement through Mutual of Omaha',
    scope: { search: [by('policy_type', 'medicare_supplement'), by('policy_carrier', 'Mutual of Omaha', 'contains')] },
  },
  { said: 'I need everybody who takes insulin', scope: { search: [rx(INSULINS)] } },
  {
    said: 'my people in Escambia County over seventy',
    scope: { search: [by('dob', '1955-11-22', 'before')] },
    asks: ['Escambia County'],
  },
  { said: 'anybody whose premium went up', scope: {}, asks: ['premium went up'] },
  {
    said: 'the leads from that facebook file in october',
    scope: { search: [chosen('import_id', 'facebook_oct_2026.csv')], type: 'lead' },
    parts: { import_id: 'facebook file in october' },
  },
  {
    said: 'pull the people out of the AEP batch seven file',
    scope: { search: [chosen('import_id', 'AEP batch 7.csv')] },
    parts: { import_id: 'AEP batch seven file' },
  },
  { said: 'who did I make a note about a hearing aid on', scope: { search: [by('note', 'hearing aid', 'contains')] } },
  {
    said: 'clients whose policies start in january',
    scope: {
      search: [by('policy_effective_on', '2026-12-31', 'after'), by('policy_effective_on', '2027-02-01', 'before')],
      type: 'client',
    },
  },
];

const CHOICES: readonly ContactSentence[] = [
  {
    said: 'okay my hot leads in Tallahassee',
    scope: { search: [chosen('tag', 'hot'), by('city', 'Tallahassee')], type: 'lead' },
  },
  { said: 'everybody tagged VIP that lives in Georgia', scope: { search: [chosen('tag', 'VIP'), by('state', 'GA')] } },
  { said: 'people with an application out', scope: { search: [chosen('status', 'Application out')] } },
  { said: 'give me the clients with no email address', scope: { search: [empty('email')], type: 'client' } },
  {
    said: 'leads I got from direct mail that are not interested',
    scope: { search: [by('source', 'Direct mail'), chosen('status', 'Not interested')], type: 'lead' },
  },
  {
    said: 'the spring seminar people without a follow up',
    scope: { search: [chosen('group', 'Spring seminar'), empty('follow_up_on')] },
  },
  {
    said: "pull up Marcus's clients in Florida",
    scope: {
      search: [chosen('owner', 'Marcus Ellery'), by('state', 'FL')],
      type: 'client',
      contact_group: 'all_agents',
    },
  },
  { said: 'how many recruits does my team have', scope: { type: 'recruit', contact_group: 'downline' } },
  {
    said: 'give me my ten newest leads',
    scope: { type: 'lead', order_field: 'created_at', order: 'desc', select_n: 10 },
  },
  { said: 'sort my clients in Waco by last name', scope: { search: [by('city', 'Waco')], type: 'client' } },
];

const REFUSED: readonly ContactSentence[] = [
  {
    said: 'go ahead and delete all the wrong numbers',
    scope: { search: [chosen('status', 'Wrong number')] },
    asks: ['delete'],
    parts: { status: 'wrong numbers' },
  },
  {
    said: 'okay call everybody in Jackson Mississippi',
    scope: { search: [by('city', 'Jackson'), by('state', 'MS')] },
    asks: ['call'],
    parts: { city: 'Jackson', state: 'Mississippi' },
  },
  {
    said: 'can you mark all my leads in Ocala as contacted',
    scope: { search: [by('city', 'Ocala')], type: 'lead' },
    asks: ['as contacted'],
    parts: { city: 'Ocala', type: 'leads' },
  },
  {
    said: 'take everybody tagged callback and move them to Dana',
    scope: { search: [chosen('tag', 'callback')] },
    asks: ['to Dana'],
    parts: { tag: 'tagged callback' },
  },
];

/** Dictated sentences of a busy agent with what each must become. */
export const SIXTH_HELD_OUT_SENTENCES: readonly ContactSentence[] = [
  ...NAMES,
  ...AGES,
  ...CALLS,
  ...DATES,
  ...CORRECTED,
  ...BEYOND,
  ...CHOICES,
  ...REFUSED,
];
