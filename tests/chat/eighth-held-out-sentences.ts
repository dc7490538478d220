/**
 * Used only by the benchmark: written before the rules were read, as agents type between two calls. Prescriptions and
 * counties beside everything else, with slips, abbreviations, orders that MAX refuses, and words with two meanings.
 */
import { between, by, chosen, type ContactSentence, empty, INSULINS, rx } from './agency-words.ts';

const PRESCRIPTIONS: readonly ContactSentence[] = [
  { said: 'who all takes eliquis', scope: { search: [rx('eliquis')] } },
  { said: 'ppl on metformin', scope: { search: [rx('metformin')] } },
  { said: 'clients in TX taking Ozempic', scope: { search: [by('state', 'TX'), rx('Ozempic')], type: 'client' } },
  { said: 'which of my clients are prescribed Xarelto?', scope: { search: [rx('Xarelto')], type: 'client' } },
  { said: 'leads on Jardiance tagged hot', scope: { search: [rx('Jardiance'), chosen('tag', 'hot')], type: 'lead' } },
  { said: 'everybody that uses a Trelegy inhaler', scope: { search: [rx('Trelegy')] } },
  {
    said: 'clients who take atorvastatin 40 mg',
    scope: { search: [rx('atorvastatin')], type: 'client' },
    asks: ['40 mg'],
  },
  { said: 'anyone in Ohio not taking insulin', scope: { search: [by('state', 'OH'), rx(INSULINS, 'not')] } },
  {
    said: 'women over 70 who are on Prolia',
    scope: { search: [by('gender', 'female'), by('dob', '1955-11-22', 'before'), rx('Prolia')] },
  },
  {
    said: 'anyone on Humana taking Entresto',
    scope: { search: [by('policy_carrier', 'Humana', 'contains'), rx('Entresto')] },
  },
  { said: 'people on more than 5 meds', scope: {}, asks: ['on more than 5 meds'] },
];

const COUNTIES: readonly ContactSentence[] = [
  { said: 'leads in Harris County Texas', scope: { search: [by('county', 'Harris County, TX')], type: 'lead' } },
  { said: 'clients in maricopa county az', scope: { search: [by('county', 'Maricopa County, AZ')], type: 'client' } },
  { said: 'everyone in Orange County', scope: {}, asks: ['Orange County'] },
  {
    said: 'hot leads in Cook county turning 65 next year',
    scope: { search: [chosen('tag', 'hot'), ...between('dob', '1961-12-31', '1963-01-01')], type: 'lead' },
    asks: ['Cook county'],
    parts: { dob: 'turning 65 next year' },
  },
  { said: 'folks from Miami-Dade County', scope: { search: [by('county', 'Miami-Dade County, FL')] } },
  {
    said: 'T65 in Orleans Parish, LA',
    scope: { search: [chosen('tag', 'turning 65'), by('county', 'Orleans Parish, LA')] },
    parts: { tag: 'T65' },
  },
  { said: 'any clients in Travis cnty', scope: { search: [by('county', 'Travis County, TX')], type: 'client' } },
  { said: 'leads outside of Dallas County', scope: { type: 'lead' }, asks: ['outside of Dallas County'] },
];

const POLICIES: readonly ContactSentence[] = [
  {
    said: 'UHC clients in FL',
    scope: { search: [by('policy_carrier', 'UnitedHealthcare', 'contains'), by('state', 'FL')], type: 'client' },
    parts: { policy_carrier: 'UHC' },
  },
  {
    said: 'who has an active med supp thru Cigna',
    scope: {
      search: [
        by('policy_status', 'active'),
        by('policy_type', 'medicare_supplement'),
        by('policy_carrier', 'Cigna', 'contains'),
      ],
    },
    parts: { policy_status: 'active med supp', policy_type: 'med supp', policy_carrier: 'thru Cigna' },
  },
  {
    said: 'clients w/ premiums above $150/mo',
    scope: { search: [by('policy_premium', '150', 'over')], type: 'client' },
    parts: { policy_premium: 'premiums above $150/mo' },
  },
  {
    said: 'MAPD clients whose policy ends Dec 31',
    scope: {
      search: [by('policy_type', 'medicare_advantage'), by('policy_expires_on', '2026-12-31')],
      type: 'client',
    },
    parts: { policy_type: 'MAPD', policy_expires_on: 'policy ends Dec 31' },
  },
  {
    said: 'lapsed final expense policies in Georgia',
    scope: { search: [by('policy_status', 'lapsed'), by('policy_type', 'final_expense'), by('state', 'GA')] },
    parts: { policy_status: 'lapsed', policy_type: 'final expense' },
  },
  {
    said: 'clients with no dental policy',
    scope: { search: [by('policy_type', 'dental_vision', 'not')], type: 'client' },
    parts: { policy_type: 'no dental policy' },
  },
  {
    said: 'clients who dont have Aetna',
    scope: { search: [by('policy_carrier', 'Aetna', 'not')], type: 'client' },
    parts: { policy_carrier: 'dont have Aetna' },
  },
  {
    said: 'whose MOO plan went up',
    scope: { search: [by('policy_carrier', 'Mutual of Omaha', 'contains')] },
    asks: ['went up'],
    parts: { policy_carrier: 'MOO plan' },
  },
];

const ORDERS: readonly ContactSentence[] = [
  {
    said: 'delete the wrong number leads',
    scope: { search: [chosen('status', 'Wrong number')], type: 'lead' },
    asks: ['delete'],
  },
  {
    said: 'tag all my Houston leads as VIP',
    scope: { search: [by('city', 'Houston')], type: 'lead' },
    asks: ['as VIP'],
  },
  {
    said: 'assign the new leads to Priya',
    scope: { search: [chosen('status', 'New')], type: 'lead' },
    asks: ['to Priya'],
    parts: { status: 'new' },
  },
  {
    said: 'send a birthday card to clients born in December',
    scope: { search: [by('birth_month', '12')], type: 'client' },
    asks: ['send a birthday card'],
  },
];

const UNSURE: readonly ContactSentence[] = [
  { said: 'good leads in Tulsa', scope: { search: [by('city', 'Tulsa')], type: 'lead' }, asks: ['good'] },
  { said: 'diabetic clients', scope: { type: 'client' }, asks: ['diabetic'] },
  { said: 'clients making less than 30k', scope: { type: 'client' }, asks: ['making less than 30k'] },
  { said: 'smokers in Kentucky', scope: { search: [by('state', 'KY')] }, asks: ['smokers'] },
  { said: 'veterans over 65', scope: { search: [by('dob', '1960-11-22', 'before')] }, asks: ['veterans'] },
  { said: 'leads who clicked my last email', scope: { type: 'lead' }, asks: ['clicked my last email'] },
  { said: 'clients near Dallas', scope: { type: 'client' }, asks: ['near Dallas'] },
  { said: 'married couples in Boise', scope: { search: [by('city', 'Boise')] }, asks: ['married couples'] },
];

const PEOPLE: readonly ContactSentence[] = [
  { said: 'pull up Gladys Whitmore plz', scope: { q: 'Gladys Whitmore', forgiving: true } },
  {
    said: 'bob hendricks in tulsa ok',
    scope: { search: [by('city', 'Tulsa'), by('state', 'OK')], q: 'bob hendricks', forgiving: true },
  },
  { said: 'last name Okonkwo', scope: { search: [by('last_name', 'Okonkwo')] } },
  { said: '5125550188', scope: { q: '512-555-0188' } },
];

const LISTS: readonly ContactSentence[] = [
  {
    said: 'leads i havent called in 30 days',
    scope: { search: [by('last_call_at', '2026-10-22', 'not_since')], type: 'lead' },
    parts: { last_call_at: 'havent called in 30 days' },
  },
  {
    said: 'never contacted leads from direct mail',
    scope: { search: [empty('last_touch_at'), by('source', 'Direct mail')], type: 'lead' },
    parts: { last_touch_at: 'never contacted', source: 'direct mail' },
  },
  {
    said: 'followups due today',
    scope: { search: [by('follow_up_on', '2026-11-21')] },
    parts: { follow_up_on: 'followups due today' },
  },
  {
    said: 'spanish speaking ppl in San Antonio turning 65 in Jan',
    scope: {
      search: [by('language', 'spanish'), by('city', 'San Antonio'), ...between('dob', '1961-12-31', '1962-02-01')],
    },
    parts: { dob: 'turning 65 in Jan' },
  },
  {
    said: 'clents age 70-75 in flordia',
    scope: { search: [...between('dob', '1950-11-21', '1956-11-22'), by('state', 'FL')], type: 'client' },
    parts: { dob: 'age 70-75', state: 'flordia' },
  },
  {
    said: 'leads added last week newest first',
    scope: {
      search: between('created_at', '2026-11-07', '2026-11-15'),
      type: 'lead',
      order_field: 'created_at',
      order: 'desc',
    },
    parts: { created_at: 'added last week' },
  },
  { said: 'everyone in 78704', scope: { search: [by('zip_code', '78704')] } },
  { said: 'leads with no email', scope: { search: [empty('email')], type: 'lead' } },
  {
    said: 'church members who arent clients yet',
    scope: { search: [chosen('group', 'Church members'), by('type', 'client', 'not')] },
    parts: { type: 'arent clients yet', group: 'church members' },
  },
  {
    said: "Marcus' VIPs in Ohio or Indiana",
    scope: {
      search: [chosen('owner', 'Marcus Ellery'), chosen('tag', 'VIP'), by('state', ['OH', 'IN'])],
      contact_group: 'all_agents',
    },
  },
  {
    said: 'ppl from the T65 Mobile file w/o a phone',
    scope: { search: [chosen('import_id', 'T65 list Mobile.xlsx'), empty('phone')] },
    parts: { import_id: 'T65 Mobile file' },
  },
  {
    said: 'clients whose notes say hospice',
    scope: { search: [by('note', 'hospice', 'contains')], type: 'client' },
    parts: { note: 'notes say hospice' },
  },
  {
    said: 'note mentions "wants part D"',
    scope: { search: [by('note', 'wants part D', 'contains')] },
    parts: { note: 'note mentions "wants part D"' },
  },
  {
    said: 'birthdays this month in Mobile AL',
    scope: { search: [by('birth_month', '11'), by('city', 'Mobile'), by('state', 'AL')] },
    parts: { birth_month: 'birthdays this month' },
  },
  { said: 'quoted but not sold', scope: { search: [chosen('status', 'Quoted')] }, asks: ['not sold'] },
  {
    said: 'men under 65 in GA with a bad email',
    scope: {
      search: [
        by('gender', 'male'),
        by('dob', '1961-11-21', 'after'),
        by('state', 'GA'),
        by('email_status', 'invalid'),
      ],
    },
    parts: { email_status: 'bad email' },
  },
  {
    said: 'top 25 oldest leads in Walk-ins',
    scope: { search: [chosen('group', 'Walk-ins')], type: 'lead', select_n: 25 },
    asks: ['oldest'],
    parts: { group: 'Walk-ins' },
  },
];

/** Sixty sentences with what each must become. */
export const EIGHTH_HELD_OUT_SENTENCES: readonly ContactSentence[] = [
  ...PRESCRIPTIONS,
  ...COUNTIES,
  ...POLICIES,
  ...ORDERS,
  ...UNSURE,
  ...PEOPLE,
  ...LISTS,
];
