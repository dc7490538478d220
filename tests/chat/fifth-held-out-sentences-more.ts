import { by, chosen, type ContactSentence, empty, rx } from './agency-words.ts';

const NEWEST_FIRST = { order_field: 'created_at', order: 'desc' } as const;

const PLACES: readonly ContactSentence[] = [
  { said: 'leads in Foley or Fairhope', scope: { search: [by('city', ['Foley', 'Fairhope'])], type: 'lead' } },
  { said: 'recruits in AL and MS', scope: { search: [by('state', ['AL', 'MS'])], type: 'recruit' } },
  { said: 'clients in the 36605 zip', scope: { search: [by('zip_code', '36605')], type: 'client' } },
  { said: 'anybody in Pasco county', scope: { search: [by('county', 'Pasco County, FL')] } },
  {
    said: 'Hillsborough County clients over 60',
    scope: { search: [by('dob', '1965-11-22', 'before')], type: 'client' },
    asks: ['Hillsborough County'],
  },
  {
    said: 'leads in Cook county Illinois',
    scope: { search: [by('county', 'Cook County, IL')], type: 'lead' },
  },
  {
    said: 'untouched leads in Baldwin county',
    scope: { search: [empty('last_touch_at')], type: 'lead' },
    asks: ['Baldwin county'],
    parts: { last_touch_at: 'untouched' },
  },
  {
    said: 'Orange Park clients',
    scope: { search: [by('city', 'Orange Park')], type: 'client' },
    parts: { city: 'Orange Park' },
  },
  { said: 'everyone within 20 miles of Hattiesburg', scope: {}, asks: ['within 20 miles of Hattiesburg'] },
  {
    said: 'cleints in birmingham al',
    scope: { search: [by('city', 'Birmingham'), by('state', 'AL')], type: 'client' },
  },
];

const POLICIES: readonly ContactSentence[] = [
  { said: 'who has a Humana plan', scope: { search: [by('policy_carrier', 'Humana', 'contains')] } },
  {
    said: 'Aetna clients in Mobile',
    scope: { search: [by('policy_carrier', 'Aetna', 'contains'), by('city', 'Mobile')], type: 'client' },
  },
  {
    said: 'med supp premiums over 200',
    scope: { search: [by('policy_type', 'medicare_supplement'), by('policy_premium', '200', 'over')] },
  },
  {
    said: 'policies effective in January',
    scope: {
      search: [by('policy_effective_on', '2026-12-31', 'after'), by('policy_effective_on', '2027-02-01', 'before')],
    },
  },
  { said: 'clients whose policy lapsed', scope: { search: [by('policy_status', 'lapsed')], type: 'client' } },
  {
    said: 'anyone with a UnitedHealthcare Advantage plan',
    scope: { search: [by('policy_carrier', 'UnitedHealthcare', 'contains'), by('policy_type', 'medicare_advantage')] },
  },
  {
    said: 'final expense policies under 10k face',
    scope: { search: [by('policy_type', 'final_expense')] },
    asks: ['under 10k face'],
  },
  { said: 'clients with no policy on file', scope: { search: [by('policy_type', '', 'empty')], type: 'client' } },
  {
    said: 'part D clients in Tennessee',
    scope: { search: [by('policy_type', 'part_d'), by('state', 'TN')], type: 'client' },
  },
  { said: 'plan G clients', scope: { type: 'client' }, asks: ['plan G'] },
  {
    said: 'who is paying more than 150 a month with Cigna',
    scope: { search: [by('policy_premium', '150', 'over'), by('policy_carrier', 'Cigna', 'contains')] },
  },
  { said: 'renewals in december', scope: {}, asks: ['renewals in december'] },
  {
    said: 'clients with an annuity maturing next year',
    scope: { search: [by('policy_type', 'annuity')], type: 'client' },
    asks: ['maturing next year'],
  },
  {
    said: 'Mutual of Omaha people over 80',
    scope: { search: [by('policy_carrier', 'Mutual of Omaha', 'contains'), by('dob', '1945-11-22', 'before')] },
  },
];

const PRESCRIPTIONS: readonly ContactSentence[] = [
  { said: 'who takes Eliquis', scope: { search: [rx('Eliquis')] } },
  { said: 'clients on Ozempic', scope: { search: [rx('Ozempic')], type: 'client' } },
  {
    said: 'leads taking metformin in Biloxi',
    scope: { search: [rx('metformin'), by('city', 'Biloxi')], type: 'lead' },
  },
  { said: 'anyone prescribed Trulicity', scope: { search: [rx('Trulicity')] } },
  { said: 'clients with Januvia on their drug list', scope: { search: [rx('Januvia')], type: 'client' } },
];

const FILES: readonly ContactSentence[] = [
  {
    said: 'the ones from the Facebook file',
    scope: { search: [chosen('import_id', 'facebook_oct_2026.csv')] },
    parts: { import_id: 'Facebook file' },
  },
  {
    said: 'leads from the facebook_oct_2026.csv import',
    scope: { search: [chosen('import_id', 'facebook_oct_2026.csv')], type: 'lead' },
    parts: { import_id: 'facebook_oct_2026.csv import' },
  },
  {
    said: 'people off the T65 list Mobile spreadsheet',
    scope: { search: [chosen('import_id', 'T65 list Mobile.xlsx')] },
    parts: { import_id: 'T65 list Mobile spreadsheet' },
  },
  {
    said: 'contacts imported from AEP batch 7',
    scope: { search: [chosen('import_id', 'AEP batch 7.csv')] },
    parts: { import_id: 'imported from AEP batch 7' },
  },
  // Two files are called so.
  { said: 'everyone from the seminar signups file', scope: {}, asks: ['seminar signups file'] },
  // No file is called so.
  { said: 'clients from the Medigap mailer upload', scope: { type: 'client' }, asks: ['Medigap mailer upload'] },
  {
    said: 'contacts that didnt come from a file',
    scope: { search: [empty('import_id')] },
    parts: { import_id: 'didnt come from a file' },
  },
];

const NOTES: readonly ContactSentence[] = [
  { said: 'whose notes mention hospice', scope: { search: [by('note', 'hospice', 'contains')] } },
  {
    said: 'leads with a note about knee surgery',
    scope: { search: [by('note', 'knee surgery', 'contains')], type: 'lead' },
  },
];

const CHOICES: readonly ContactSentence[] = [
  {
    said: 'anyone with the do not mail tag in Kentucky',
    scope: { search: [chosen('tag', 'do not mail'), by('state', 'KY')] },
  },
  { said: 'tagged callback not VIP', scope: { search: [chosen('tag', 'callback'), chosen('tag', 'VIP', 'not')] } },
  { said: 'not interested recruits', scope: { search: [chosen('status', 'Not interested')], type: 'recruit' } },
  { said: 'leads except wrong numbers', scope: { search: [chosen('status', 'Wrong number', 'not')], type: 'lead' } },
  { said: 'church members in Selma', scope: { search: [chosen('group', 'Church members'), by('city', 'Selma')] } },
  {
    said: 'referral leads not yet quoted',
    scope: { search: [by('source', 'Referral'), chosen('status', 'Quoted', 'not')], type: 'lead' },
    parts: { status: 'not yet quoted' },
  },
  // The list knows six languages, and not this one.
  {
    said: 'women who speak vietnamese',
    scope: { search: [by('gender', 'female')] },
    asks: ['speak vietnamese'],
  },
  { said: 'works at Ingalls Shipbuilding', scope: { search: [by('company', 'Ingalls Shipbuilding')] } },
  {
    said: 'leeds w no fone',
    scope: { search: [empty('phone')], type: 'lead' },
    parts: { type: 'leeds', phone: 'no fone' },
  },
  {
    said: 'so i want uh hot leads in memphis nobody has called',
    scope: { search: [chosen('tag', 'hot'), by('city', 'Memphis'), empty('last_call_at')], type: 'lead' },
  },
];

const MANAGERS: readonly ContactSentence[] = [
  {
    said: 'leads belonging to Joon-ho Park',
    scope: { search: [chosen('owner', 'Joon-ho Park')], type: 'lead', contact_group: 'all_agents' },
  },
  { said: 'my downline in Louisiana', scope: { search: [by('state', 'LA')], contact_group: 'downline' } },
  {
    said: 'everyone in the whole agency over 80',
    scope: { search: [by('dob', '1945-11-22', 'before')], contact_group: 'all' },
  },
  { said: 'deleted leads', scope: { type: 'lead', contact_group: 'deleted' } },
  {
    said: 'old leads pool, no calls yet',
    scope: { search: [chosen('pool', 'Old leads'), empty('last_call_at')] },
  },
  { said: 'everyone in my book', scope: {} },
  {
    said: 'leads not owned by Marcus',
    scope: { search: [chosen('owner', 'Marcus Ellery', 'not')], type: 'lead', contact_group: 'all_agents' },
  },
];

const ORDER: readonly ContactSentence[] = [
  { said: 'newest 20 leads', scope: { type: 'lead', select_n: 20, ...NEWEST_FIRST } },
  {
    said: 'leads sorted by follow up, soonest first',
    scope: { type: 'lead', order_field: 'follow_up_on' },
    parts: { order_field: 'sorted by follow up' },
  },
  { said: 'recruits z to a', scope: { type: 'recruit', order: 'desc' }, parts: { order: 'z to a' } },
  {
    said: 'clients in Ocala, most recently touched first',
    scope: { search: [by('city', 'Ocala')], type: 'client', order_field: 'last_touch_at', order: 'desc' },
  },
  { said: 'alphabetical by first name', scope: { order_field: 'first_name' } },
];

/** A search can show them; what is to be done with them has to be refused in words. */
const REFUSED: readonly ContactSentence[] = [
  {
    said: 'delete the Tampa leads',
    scope: { search: [by('city', 'Tampa')], type: 'lead' },
    asks: ['delete'],
    parts: { city: 'Tampa', type: 'leads' },
  },
  {
    said: 'wipe out everyone tagged callback',
    scope: { search: [chosen('tag', 'callback')] },
    asks: ['wipe out'],
    parts: { tag: 'tagged callback' },
  },
  {
    said: 'combine the duplicate recruits',
    scope: { type: 'recruit', duplicate: { is_duplicate: true } },
    asks: ['combine'],
    parts: { type: 'recruits', duplicate: 'duplicate' },
  },
  {
    said: 'text all my clients happy thanksgiving',
    scope: { type: 'client' },
    asks: ['text', 'happy thanksgiving'],
    parts: { type: 'clients' },
  },
  {
    said: "move Priya's leads to Marcus",
    scope: { search: [chosen('owner', 'Priya Raman')], type: 'lead', contact_group: 'all_agents' },
    asks: ['to Marcus'],
    parts: { owner: "Priya's", type: 'leads', contact_group: "Priya's" },
  },
];

const LONG: readonly ContactSentence[] = [
  {
    said: 'ok so like um show me the ladies in pensacola over sixty five with no follow up',
    scope: {
      search: [
        by('gender', 'female'),
        by('city', 'Pensacola'),
        by('dob', '1960-11-22', 'before'),
        empty('follow_up_on'),
      ],
    },
  },
  {
    said: "Dana's medicare clients 70+ in Gulfport or Biloxi, not called in 60 days, by last name",
    scope: {
      search: [
        chosen('owner', 'Dana Whitfield'),
        by('dob', '1956-11-22', 'before'),
        by('city', ['Gulfport', 'Biloxi']),
        by('last_call_at', '2026-09-22', 'not_since'),
      ],
      category: 'Medicare',
      type: 'client',
      contact_group: 'all_agents',
    },
  },
];

export const MORE_FIFTH_HELD_OUT_SENTENCES: readonly ContactSentence[] = [
  ...PLACES,
  ...POLICIES,
  ...PRESCRIPTIONS,
  ...FILES,
  ...NOTES,
  ...CHOICES,
  ...MANAGERS,
  ...ORDER,
  ...REFUSED,
  ...LONG,
];
