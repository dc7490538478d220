/**
 * Used only by the benchmark: written before the reader could read them, by a person who hasn't read its rules.
 *
 * "Over N", "older than N" and "more than N" leave N out; "N and older" and "at least N" include it. "Talked to" and
 * "spoke with" mean a conversation, which no filter knows: a touch or a call that rang is not one.
 */
import { between, by, chosen, type ContactSentence, empty } from './agency-words.ts';
import { MORE_THIRD_HELD_OUT_SENTENCES } from './third-held-out-sentences-more.ts';

const PEOPLE: readonly ContactSentence[] = [
  {
    said: 'Clarence Whitlow Jr.',
    scope: { q: 'Clarence Whitlow Jr.', forgiving: true },
    parts: { q: 'Clarence Whitlow Jr.' },
  },
  {
    said: 'looking for harold beasley III, out of Chattanooga',
    scope: { search: [by('city', 'Chattanooga')], q: 'harold beasley III', forgiving: true },
    parts: { q: 'harold beasley III' },
  },
  {
    said: 'Gutierrez, Rosalinda',
    scope: { q: 'Rosalinda Gutierrez', forgiving: true },
    parts: { q: 'Gutierrez, Rosalinda' },
  },
  {
    said: 'mcallister, donna in Bakersfield',
    scope: { search: [by('city', 'Bakersfield')], q: 'donna mcallister', forgiving: true },
    parts: { q: 'mcallister, donna' },
  },
  {
    said: 'Ferguson Sr, William',
    scope: { q: 'William Ferguson Sr', forgiving: true },
    parts: { q: 'Ferguson Sr, William' },
  },
  { said: 'Bettencourt', scope: { q: 'Bettencourt', forgiving: true } },
  { said: 'leads whose first name is Dana', scope: { search: [by('first_name', 'Dana')], type: 'lead' } },
  {
    said: 'anybody w/ last name Nguyen in Garden Grove',
    scope: { search: [by('last_name', 'Nguyen'), by('city', 'Garden Grove')] },
  },
  { said: 'first names starting with Xi', scope: { search: [by('first_name', 'Xi', 'starts_with')] } },
  {
    said: 'is Reverend Otis Tillman one of mine',
    scope: { q: 'Otis Tillman', forgiving: true },
    parts: { q: 'Reverend Otis Tillman' },
  },
  { said: 'client by the name of Dallas Pruitt', scope: { type: 'client', q: 'Dallas Pruitt', forgiving: true } },
  { said: 'pull up April Summers for me pls', scope: { q: 'April Summers', forgiving: true } },
  { said: 'Ana Sofía Ibáñez-Ruiz', scope: { q: 'Ana Sofía Ibáñez-Ruiz', forgiving: true } },
  {
    said: 'hey max can u find Mr Delacroix he lives in Lafayette LA',
    scope: { search: [by('city', 'Lafayette'), by('state', 'LA')], q: 'Delacroix', forgiving: true },
  },
  {
    said: "I need Bobby Joe Thacker's card, he's a recruit",
    scope: { type: 'recruit', q: 'Bobby Joe Thacker', forgiving: true },
    parts: { q: 'Bobby Joe Thacker' },
  },
];

const NUMBERS: readonly ContactSentence[] = [
  { said: 'whos 2815550133', scope: { q: '281-555-0133' } },
  { said: '+1 (404) 555-0158 keeps ringing me, whose is it', scope: { q: '404-555-0158' } },
  { said: 'number ending 0191', scope: { q: '0191' } },
  { said: 'lwatkins77@example.com', scope: { q: 'lwatkins77@example.com' } },
  {
    said: 'clients with 727 or 813 numbers',
    scope: { search: [by('phone', ['727', '813'], 'starts_with')], type: 'client' },
  },
  { said: 'people in 85001 and 85004', scope: { search: [by('zip_code', ['85001', '85004'])] } },
  {
    said: 'emails that have yahoo in them',
    scope: { search: [by('email', 'yahoo', 'contains')] },
    parts: { email: 'emails that have yahoo in them' },
  },
  { said: 'no zip and no email', scope: { search: [empty('zip_code'), empty('email')] } },
];

const SHORT: readonly ContactSentence[] = [
  { said: 'everybody', scope: {} },
  { said: 'my entire book', scope: {} },
  { said: 'just show me every single contact i have', scope: {} },
  { said: 'appointments set', scope: { search: [chosen('status', 'Appointment set')] } },
  { said: 'dupes', scope: { duplicate: { is_duplicate: true } } },
  { said: 'not interested', scope: { search: [chosen('status', 'Not interested')] } },
  { said: 'Charlotte', scope: {}, asks: ['Charlotte'] },
  { said: 'clients n leads', scope: { search: [by('type', ['client', 'lead'])] } },
];

const AGES: readonly ContactSentence[] = [
  { said: 'clients 65 to 70', scope: { search: between('dob', '1955-11-21', '1961-11-22'), type: 'client' } },
  { said: 'older than 64 but under 80', scope: { search: between('dob', '1946-11-21', '1961-11-22') } },
  {
    said: 'over 72 in Kentucky',
    scope: { search: [by('dob', '1953-11-22', 'before'), by('state', 'KY')] },
    parts: { dob: 'over 72' },
  },
  { said: 'at least 60 and no older than 64', scope: { search: between('dob', '1961-11-21', '1966-11-22') } },
  {
    said: 'prospects more than 80 years old',
    scope: { search: [by('dob', '1945-11-22', 'before')], type: 'lead' },
    parts: { dob: 'more than 80 years old' },
  },
  {
    said: '74 and up in Hot Springs',
    scope: { search: [by('dob', '1952-11-22', 'before'), by('city', 'Hot Springs')] },
  },
  { said: 'people under 65 but at least 62', scope: { search: between('dob', '1961-11-21', '1964-11-22') } },
  { said: 'anyone not yet 50', scope: { search: [by('dob', '1976-11-21', 'after')] } },
  {
    said: 'leads turning 65 next spring',
    scope: { search: between('dob', '1962-02-28', '1962-06-01'), type: 'lead' },
    parts: { dob: 'turning 65 next spring' },
  },
  {
    said: 'aging into medicare in march',
    scope: { search: between('dob', '1962-02-28', '1962-04-01') },
    parts: { dob: 'aging into medicare in march' },
  },
  { said: 'who turned 65 last month', scope: { search: between('dob', '1961-09-30', '1961-11-01') } },
  {
    said: 'turning 65 by the end of the year in Georgia or Alabama',
    scope: { search: [...between('dob', '1961-11-20', '1962-01-01'), by('state', ['GA', 'AL'])] },
  },
  { said: 'folks in their seventies', scope: { search: between('dob', '1946-11-21', '1956-11-22') } },
  {
    said: 'ladies from 80 down to 70',
    scope: { search: [by('gender', 'female'), ...between('dob', '1945-11-21', '1956-11-22')] },
  },
  { said: 'born in 1961', scope: { search: between('dob', '1960-12-31', '1962-01-01') } },
  { said: 'dob 3/14/1958', scope: { search: [by('dob', '1958-03-14')] } },
  {
    said: 'clients w a birthday next month',
    scope: { search: [by('birth_month', '12')], type: 'client' },
  },
  { said: 'leads in their late 50s', scope: { type: 'lead' }, asks: ['late 50s'] },
  { said: 'max age 55, recruits only', scope: { search: [by('dob', '1970-11-21', 'after')], type: 'recruit' } },
  { said: 'exactly 66 years old', scope: { search: between('dob', '1959-11-21', '1960-11-22') } },
  {
    said: 'the 90 and older crowd with no follow up',
    scope: { search: [by('dob', '1936-11-22', 'before'), empty('follow_up_on')] },
  },
];

const CONVERSATIONS: readonly ContactSentence[] = [
  { said: 'clients I talked to last week', scope: { type: 'client' }, asks: ['talked to last week'] },
  { said: 'who did I actually speak with yesterday', scope: {}, asks: ['speak with yesterday'] },
  { said: "leads i've never spoken to", scope: { type: 'lead' }, asks: ['never spoken to'] },
  {
    said: "quoted people nobody's had a real conversation with since Halloween",
    scope: { search: [chosen('status', 'Quoted')] },
    asks: ['real conversation with since Halloween'],
  },
  {
    said: 'VIP clients I havent spoke w in 60 days',
    scope: { search: [chosen('tag', 'VIP')], type: 'client' },
    asks: ['havent spoke w in 60 days'],
  },
  {
    said: "anybody I've reached out to since wednesday",
    scope: { search: [by('last_touch_at', '2026-11-17', 'after')] },
  },
  { said: 'no touch in the last 90 days', scope: { search: [by('last_touch_at', '2026-08-23', 'not_since')] } },
  { said: 'leads i called twice or more', scope: { type: 'lead' }, asks: ['called twice or more'] },
  {
    said: 'called today but no answer',
    scope: { search: [by('last_call_at', '2026-11-21')] },
    asks: ['no answer'],
  },
  {
    said: 'recruits I last called before Labor Day',
    scope: { search: [by('last_call_at', '2026-09-07', 'before')], type: 'recruit' },
    parts: { last_call_at: 'last called before Labor Day' },
  },
  {
    said: "clients we haven't dialed since 10/15",
    scope: { search: [by('last_call_at', '2026-10-15', 'not_since')], type: 'client' },
  },
  {
    said: 'leads touched this month',
    scope: { search: between('last_touch_at', '2026-10-31', '2026-12-01'), type: 'lead' },
  },
];

/** Sentences of agents, recruiters and managers with what each must become. */
export const THIRD_HELD_OUT_SENTENCES: readonly ContactSentence[] = [
  ...PEOPLE,
  ...NUMBERS,
  ...SHORT,
  ...AGES,
  ...CONVERSATIONS,
  ...MORE_THIRD_HELD_OUT_SENTENCES,
];
