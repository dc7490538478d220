/**
 * Used only by the benchmark: written with the third ones, in the same conventions, for the second round of
 * improvements.
 */
import { between, by, chosen, type ContactSentence, empty } from './agency-words.ts';
import { MORE_FOURTH_HELD_OUT_SENTENCES } from './fourth-held-out-sentences-more.ts';

const PEOPLE: readonly ContactSentence[] = [
  {
    said: 'Eugene Pickett III',
    scope: { q: 'Eugene Pickett III', forgiving: true },
    parts: { q: 'Eugene Pickett III' },
  },
  {
    said: 'is there a Thaddeus Crowe Jr in Pensacola',
    scope: { search: [by('city', 'Pensacola')], q: 'Thaddeus Crowe Jr', forgiving: true },
    parts: { q: 'Thaddeus Crowe Jr' },
  },
  {
    said: 'OYELARAN, FOLASADE',
    scope: { q: 'FOLASADE OYELARAN', forgiving: true },
    parts: { q: 'OYELARAN, FOLASADE' },
  },
  {
    said: "find O'Malley, Kathleen M.",
    scope: { q: "Kathleen M. O'Malley", forgiving: true },
    parts: { q: "O'Malley, Kathleen M." },
  },
  {
    said: 'Villanueva Jr., Hector',
    scope: { q: 'Hector Villanueva Jr.', forgiving: true },
    parts: { q: 'Villanueva Jr., Hector' },
  },
  { said: 'ppl whose last name is Park', scope: { search: [by('last_name', 'Park')] } },
  { said: 'find marcus stribling', scope: { q: 'marcus stribling', forgiving: true } },
  { said: 'Virginia Dale Compton', scope: { q: 'Virginia Dale Compton', forgiving: true } },
  { said: 'my client Houston Rainey', scope: { type: 'client', q: 'Houston Rainey', forgiving: true } },
  {
    said: 'June Weatherby in Florence, Alabama',
    scope: { search: [by('city', 'Florence'), by('state', 'AL')], q: 'June Weatherby', forgiving: true },
  },
  { said: 'dr. Anand Krishnamurthy', scope: { q: 'Anand Krishnamurthy', forgiving: true } },
  {
    said: 'i think his name was something like Zbigniew Wysocki',
    scope: { q: 'Zbigniew Wysocki', forgiving: true },
    parts: { q: 'Zbigniew Wysocki' },
  },
  { said: 'anyone with the first name Destiny', scope: { search: [by('first_name', 'Destiny')] } },
  {
    said: "Dana's lead Shanice Broussard",
    scope: {
      search: [chosen('owner', 'Dana Whitfield')],
      type: 'lead',
      contact_group: 'all_agents',
      q: 'Shanice Broussard',
      forgiving: true,
    },
  },
  {
    said: 'búscame a Carmen Lucía Batista en Orlando',
    scope: { search: [by('city', 'Orlando')], q: 'Carmen Lucía Batista', forgiving: true },
  },
];

const NUMBERS: readonly ContactSentence[] = [
  { said: 'somebody texted me from 602-555-0107', scope: { q: '602-555-0107' } },
  { said: 'last four 0125', scope: { q: '0125' } },
  { said: 'who has pattycakes@example.net', scope: { q: 'pattycakes@example.net' } },
  {
    said: '9 0 4 5 5 5 0 1 6 6',
    scope: { q: '904-555-0166' },
    parts: { q: '9 0 4 5 5 5 0 1 6 6' },
  },
  {
    said: 'leads in 60614, 60618 or 60657',
    scope: { search: [by('zip_code', ['60614', '60618', '60657'])], type: 'lead' },
  },
  { said: 'zips that begin w 441', scope: { search: [by('zip_code', '441', 'starts_with')] } },
  { said: 'bad email addresses', scope: { search: [by('email_status', 'invalid')] } },
  {
    said: 'missing a phone numbr and a birth date',
    scope: { search: [empty('phone'), empty('dob')] },
  },
  {
    said: 'clients with a 973 number but no email',
    scope: { search: [by('phone', '973', 'starts_with'), empty('email')], type: 'client' },
  },
];

const SHORT: readonly ContactSentence[] = [
  { said: 'all my people', scope: {} },
  { said: 'show me my whole book of business', scope: {} },
  { said: 'everyone', scope: {} },
  { said: 'give me all of them, no filters', scope: {} },
  { said: 'prospects', scope: { type: 'lead' } },
  { said: 'wrong #s', scope: { search: [chosen('status', 'Wrong number')] } },
  { said: 'in a workflow', scope: { contact_group: 'workflow' } },
  { said: 'madison', scope: {}, asks: ['madison'] },
  { said: 'recruits + leads', scope: { search: [by('type', ['recruit', 'lead'])] } },
];

const AGES: readonly ContactSentence[] = [
  {
    said: 'leads over 65 and under 75',
    scope: { search: between('dob', '1951-11-21', '1960-11-22'), type: 'lead' },
    parts: { dob: 'over 65 and under 75' },
  },
  { said: 'older than 80', scope: { search: [by('dob', '1945-11-22', 'before')] }, parts: { dob: 'older than 80' } },
  { said: '70 or younger', scope: { search: [by('dob', '1955-11-21', 'after')] } },
  { said: 'clients 62 thru 64', scope: { search: between('dob', '1961-11-21', '1964-11-22'), type: 'client' } },
  {
    said: 'anywhere from 55 up to 60 in Wyoming',
    scope: { search: [...between('dob', '1965-11-21', '1971-11-22'), by('state', 'WY')] },
  },
  {
    said: 'under 80, over 70',
    scope: { search: between('dob', '1946-11-21', '1955-11-22') },
    parts: { dob: 'under 80, over 70' },
  },
  { said: 'age 50 minimum, 64 maximum', scope: { search: between('dob', '1961-11-21', '1976-11-22') } },
  {
    said: 'sixty five or better in Fargo',
    scope: { search: [by('dob', '1961-11-22', 'before'), by('city', 'Fargo')] },
  },
  { said: 'recruits not over 60', scope: { search: [by('dob', '1965-11-21', 'after')], type: 'recruit' } },
  { said: 'turning 65 in jan feb or march', scope: { search: between('dob', '1961-12-31', '1962-04-01') } },
  {
    said: 'T65 april 2027',
    scope: { search: between('dob', '1962-03-31', '1962-05-01') },
    parts: { dob: 'T65 april 2027' },
  },
  { said: 'who turns 64 next year', scope: { search: between('dob', '1962-12-31', '1964-01-01') } },
  {
    said: 'clients turning 73 this month',
    scope: { search: between('dob', '1953-10-31', '1953-12-01'), type: 'client' },
  },
  { said: 'people who will be 65 within 2 weeks', scope: { search: between('dob', '1961-11-20', '1961-12-06') } },
  {
    said: 'woman in there 60s',
    scope: { search: [by('gender', 'female'), ...between('dob', '1956-11-21', '1966-11-22')] },
  },
  { said: 'born after 1970', scope: { search: [by('dob', '1970-12-31', 'after')] } },
  { said: 'clients born in the 1940s', scope: { search: between('dob', '1939-12-31', '1950-01-01'), type: 'client' } },
  { said: 'birthdate june 2 1955', scope: { search: [by('dob', '1955-06-02')] } },
  {
    said: 'clients with april or may birthdays',
    scope: { search: [by('birth_month', ['4', '5'])], type: 'client' },
  },
  { said: 'birthdays next week', scope: {}, asks: ['birthdays next week'] },
  {
    said: 'middle aged leads in Topeka',
    scope: { search: [by('city', 'Topeka')], type: 'lead' },
    asks: ['middle aged'],
  },
  { said: 'clients up to age 49', scope: { search: [by('dob', '1976-11-21', 'after')], type: 'client' } },
];

const CONVERSATIONS: readonly ContactSentence[] = [
  { said: 'people I spoke with today', scope: {}, asks: ['spoke with today'] },
  {
    said: "hot leads I haven't talked to yet",
    scope: { search: [chosen('tag', 'hot')], type: 'lead' },
    asks: ["haven't talked to yet"],
  },
  {
    said: 'clients nobody has spoken to since labor day',
    scope: { type: 'client' },
    asks: ['nobody has spoken to since labor day'],
  },
  {
    said: 'leads who stayed on the phone more than 10 minutes',
    scope: { type: 'lead' },
    asks: ['stayed on the phone more than 10 minutes'],
  },
  {
    said: 'any contact at all in the last 14 days',
    scope: { search: [by('last_touch_at', '2026-11-06', 'after')] },
    parts: { last_touch_at: 'any contact at all in the last 14 days' },
  },
  {
    said: 'clients not contacted since july',
    scope: { search: [by('last_touch_at', '2026-07-01', 'not_since')], type: 'client' },
    parts: { last_touch_at: 'not contacted since july' },
  },
  {
    said: 'status contacted but not called since nov 1',
    scope: { search: [chosen('status', 'Contacted'), by('last_call_at', '2026-11-01', 'not_since')] },
  },
  {
    said: 'walk-ins with no calls ever',
    scope: { search: [chosen('group', 'Walk-ins'), empty('last_call_at')] },
  },
  { said: 'leads I rang yesterday', scope: { search: [by('last_call_at', '2026-11-20')], type: 'lead' } },
  { said: 'who texted me back', scope: {}, asks: ['texted me back'] },
  {
    said: 'never been touched recruits in Hawaii',
    scope: { search: [empty('last_touch_at'), by('state', 'HI')], type: 'recruit' },
  },
];

/** Sentences of agents, recruiters and managers with what each must become. */
export const FOURTH_HELD_OUT_SENTENCES: readonly ContactSentence[] = [
  ...PEOPLE,
  ...NUMBERS,
  ...SHORT,
  ...AGES,
  ...CONVERSATIONS,
  ...MORE_FOURTH_HELD_OUT_SENTENCES,
];
