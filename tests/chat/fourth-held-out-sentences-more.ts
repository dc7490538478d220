import { between, by, chosen, type ContactSentence, empty, INSULINS, rx } from './agency-words.ts';

const NEWEST_FIRST = { order_field: 'created_at', order: 'desc' } as const;

const DATES: readonly ContactSentence[] = [
  {
    said: 'follow ups i missed',
    scope: { search: [by('follow_up_on', '2026-11-21', 'before')] },
    parts: { follow_up_on: 'follow ups i missed' },
  },
  { said: 'follow up set for 12/1', scope: { search: [by('follow_up_on', '2026-12-01')] } },
  {
    said: 'any follow ups after thanksgiving',
    scope: { search: [by('follow_up_on', '2026-11-26', 'after')] },
    parts: { follow_up_on: 'follow ups after thanksgiving' },
  },
  {
    said: 'leads i got on tuesday',
    scope: { search: [by('created_at', '2026-11-17')], type: 'lead' },
    parts: { created_at: 'got on tuesday' },
  },
  {
    said: 'clinets aded in 2025',
    scope: { search: between('created_at', '2024-12-31', '2026-01-01'), type: 'client' },
  },
  {
    said: 'contacts that were not imported',
    scope: { search: [empty('import_id')] },
    parts: { import_id: 'not imported' },
  },
  {
    said: 'recruits added between aug 15 and sept 15',
    scope: { search: between('created_at', '2026-08-14', '2026-09-16'), type: 'recruit' },
  },
];

const PLACES: readonly ContactSentence[] = [
  {
    said: 'Kansas City leads on the Kansas side',
    scope: { search: [by('city', 'Kansas City'), by('state', 'KS')], type: 'lead' },
    parts: { city: 'Kansas City leads on the Kansas side', state: 'Kansas City leads on the Kansas side' },
  },
  {
    said: 'recruits from Springfield',
    scope: { search: [by('city', 'Springfield')], type: 'recruit' },
    parts: { city: 'Springfield' },
  },
  {
    said: 'Washington clients at least 65',
    scope: { search: [by('dob', '1961-11-22', 'before')], type: 'client' },
    asks: ['Washington'],
  },
  {
    said: 'prospects in Arlington',
    scope: { search: [by('city', 'Arlington')], type: 'lead' },
    parts: { city: 'Arlington' },
  },
  {
    said: 'Vancouver, Washington clients',
    scope: { search: [by('city', 'Vancouver'), by('state', 'WA')], type: 'client' },
  },
  {
    said: 'harris county clients without an email',
    scope: { search: [empty('email')], type: 'client' },
    asks: ['harris county'],
  },
  {
    said: 'leads in Jackson County, Missouri',
    scope: { search: [by('county', 'Jackson County, MO')], type: 'lead' },
  },
  { said: 'leads in Ontario California', scope: { search: [by('city', 'Ontario'), by('state', 'CA')], type: 'lead' } },
  { said: 'PA, NJ and DE clients', scope: { search: [by('state', ['PA', 'NJ', 'DE'])], type: 'client' } },
  { said: 'anyone in the tri-state area', scope: {}, asks: ['tri-state area'] },
];

const BEYOND: readonly ContactSentence[] = [
  {
    said: 'leads that came off seminar_signups.csv',
    scope: { type: 'lead' },
    asks: ['seminar_signups.csv'],
  },
  { said: 'people from my AEP_batch2.xlsx upload', scope: {}, asks: ['AEP_batch2.xlsx'] },
  { said: 'who is on Xarelto or warfarin', scope: { search: [rx(['Xarelto', 'warfarin'])] } },
  {
    said: 'diabetic clients taking insulin in Corpus Christi',
    scope: { search: [rx(INSULINS), by('city', 'Corpus Christi')], type: 'client' },
    asks: ['diabetic'],
  },
  {
    said: 'clients with a Mutual of Omaha med supp',
    scope: {
      search: [by('policy_carrier', 'Mutual of Omaha', 'contains'), by('policy_type', 'medicare_supplement')],
      type: 'client',
    },
  },
  { said: 'policies effective January 1', scope: { search: [by('policy_effective_on', '2027-01-01')] } },
  { said: 'clients paying over 200 a month', scope: { search: [by('policy_premium', '200', 'over')], type: 'client' } },
  {
    said: 'anything in the notes about a hip replacement',
    scope: { search: [by('note', 'hip replacement', 'contains')] },
  },
  {
    said: 'leads I wrote call after 5 on',
    scope: { type: 'lead' },
    asks: ['wrote call after 5 on'],
  },
];

const CHOICES: readonly ContactSentence[] = [
  { said: 'VIP but not taged hot', scope: { search: [chosen('tag', 'VIP'), chosen('tag', 'hot', 'not')] } },
  { said: 'laeds with no staus', scope: { search: [empty('status')], type: 'lead' } },
  { said: 'referral and web form leads', scope: { search: [by('source', ['Referral', 'Web form'])], type: 'lead' } },
  {
    said: 'leads with the client status',
    scope: { search: [chosen('status', 'Client')], type: 'lead' },
    parts: { status: 'client status' },
  },
  {
    said: 'tagged Spanish, language english',
    scope: { search: [chosen('tag', 'Spanish'), by('language', 'english')] },
  },
  {
    said: 'tagged turning 65 and already 65',
    scope: { search: [chosen('tag', 'turning 65'), by('dob', '1961-11-22', 'before')] },
    parts: { dob: 'already 65' },
  },
  { said: 'Old leads pool people in Memphis', scope: { search: [chosen('pool', 'Old leads'), by('city', 'Memphis')] } },
];

const MANAGERS: readonly ContactSentence[] = [
  {
    said: "leads Priya hasn't called",
    scope: {
      search: [chosen('owner', 'Priya Raman'), empty('last_call_at')],
      type: 'lead',
      contact_group: 'all_agents',
    },
    parts: { last_call_at: "hasn't called" },
  },
  {
    said: 'mine and the whole downline together',
    scope: { contact_group: 'all_agents' },
    parts: { contact_group: 'mine and the whole downline together' },
  },
  {
    said: 'agency wide clients with bad emails',
    scope: { search: [by('email_status', 'invalid')], type: 'client', contact_group: 'all' },
  },
  {
    said: "my team's contacts except Marcus's",
    scope: { search: [chosen('owner', 'Marcus Ellery', 'not')], contact_group: 'downline' },
    parts: { owner: "except Marcus's" },
  },
  {
    said: 'deleted leads from Mobile',
    scope: { search: [by('city', 'Mobile')], type: 'lead', contact_group: 'deleted' },
  },
];

const ORDER: readonly ContactSentence[] = [
  { said: 'leads by company z to a', scope: { type: 'lead', order_field: 'company', order: 'desc' } },
  { said: '12 most recent clients', scope: { type: 'client', ...NEWEST_FIRST, select_n: 12 } },
  {
    said: 'duplicates matching on address only',
    scope: { duplicate: { is_duplicate: true, address: true } },
  },
  { said: 'recruits by state', scope: { type: 'recruit', order_field: 'state' } },
];

const LONG: readonly ContactSentence[] = [
  {
    said: "good morning MAX, I'm trying to build a call list, so give me web form prospects in Indianapolis between 64 and 67 who have a phone, are not tagged callback, and were added in the last 3 weeks, newest first please",
    scope: {
      search: [
        by('source', 'Web form'),
        by('city', 'Indianapolis'),
        ...between('dob', '1958-11-21', '1962-11-22'),
        by('phone', '', 'not_empty'),
        chosen('tag', 'callback', 'not'),
        by('created_at', '2026-10-30', 'after'),
      ],
      type: 'lead',
      ...NEWEST_FIRST,
    },
  },
  {
    said: 'dental clients in Providence, RI who speak french, last touched before october',
    scope: {
      search: [
        by('city', 'Providence'),
        by('state', 'RI'),
        by('language', 'french'),
        by('last_touch_at', '2026-10-01', 'before'),
      ],
      category: 'Dental',
      type: 'client',
    },
  },
  {
    said: "uh yeah so Dana's final expense leads, uh, in Shelby county, the ones from direct mail, seventy and older, and I don't want anybody marked wrong number",
    scope: {
      search: [
        chosen('owner', 'Dana Whitfield'),
        by('source', 'Direct mail'),
        by('dob', '1956-11-22', 'before'),
        chosen('status', 'Wrong number', 'not'),
      ],
      category: 'Final expense',
      type: 'lead',
      contact_group: 'all_agents',
    },
    asks: ['Shelby county'],
  },
  {
    said: 'medicare clients in AZ, NM or NV in annual review with a birthday in january, no follow up and AEP 2026 tag, by last name',
    scope: {
      search: [
        by('state', ['AZ', 'NM', 'NV']),
        chosen('agentflow_status', 'Annual review'),
        by('birth_month', '1'),
        empty('follow_up_on'),
        chosen('tag', 'AEP 2026'),
      ],
      category: 'Medicare',
      type: 'client',
    },
  },
  {
    said: 'first 60 appointment set leads in zip 46250 or 46256, never dialed, that my spouse referred',
    scope: {
      search: [chosen('status', 'Appointment set'), by('zip_code', ['46250', '46256']), empty('last_call_at')],
      type: 'lead',
      select_n: 60,
    },
    asks: ['my spouse referred'],
  },
  {
    said: 'spanish speaking recruits under 40 in Laredo or El Paso with an email and no touch since the 1st of october, sort by city',
    scope: {
      search: [
        by('language', 'spanish'),
        by('dob', '1986-11-21', 'after'),
        by('city', ['Laredo', 'El Paso']),
        by('email', '', 'not_empty'),
        by('last_touch_at', '2026-10-01', 'not_since'),
      ],
      type: 'recruit',
      order_field: 'city',
    },
  },
];

/** A search can show them; what is to be done with them has to be refused in words. */
const REFUSED: readonly ContactSentence[] = [
  {
    said: 'get rid of every wrong number',
    scope: { search: [chosen('status', 'Wrong number')] },
    asks: ['get rid of'],
    parts: { status: 'wrong number' },
  },
  {
    said: 'purge leads created before 2024',
    scope: { search: [by('created_at', '2024-01-01', 'before')], type: 'lead' },
    asks: ['purge'],
    parts: { type: 'leads', created_at: 'created before 2024' },
  },
  {
    said: 'please delete Bernice Holloway',
    scope: { q: 'Bernice Holloway', forgiving: true },
    asks: ['delete'],
    parts: { q: 'Bernice Holloway' },
  },
  {
    said: 'unsubscribe all recruits in Maine',
    scope: { search: [by('state', 'ME')], type: 'recruit' },
    asks: ['unsubscribe'],
    parts: { type: 'recruits', state: 'Maine' },
  },
  {
    said: 'email my clients in Reno about the new plans',
    scope: { search: [by('city', 'Reno')], type: 'client' },
    asks: ['email', 'about the new plans'],
    parts: { type: 'clients', city: 'Reno' },
  },
  {
    said: 'erase everybody in the Old leads pool',
    scope: { search: [chosen('pool', 'Old leads')] },
    asks: ['erase'],
    parts: { pool: 'Old leads pool' },
  },
];

export const MORE_FOURTH_HELD_OUT_SENTENCES: readonly ContactSentence[] = [
  ...DATES,
  ...PLACES,
  ...BEYOND,
  ...CHOICES,
  ...MANAGERS,
  ...ORDER,
  ...LONG,
  ...REFUSED,
];
