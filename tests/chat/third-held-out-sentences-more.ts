import { between, by, chosen, type ContactSentence, empty, rx } from './agency-words.ts';

const NEWEST_FIRST = { order_field: 'created_at', order: 'desc' } as const;

const DATES: readonly ContactSentence[] = [
  { said: 'f/u due monday', scope: { search: [by('follow_up_on', '2026-11-23')] } },
  {
    said: 'follow ups overdue by more than a week',
    scope: { search: [by('follow_up_on', '2026-11-14', 'before')] },
    parts: { follow_up_on: 'overdue by more than a week' },
  },
  { said: 'follow ups due in the next 3 days', scope: { search: between('follow_up_on', '2026-11-20', '2026-11-25') } },
  {
    said: 'clients with a follow up between dec 1 and dec 5',
    scope: { search: between('follow_up_on', '2026-11-30', '2026-12-06'), type: 'client' },
  },
  {
    said: 'leads that came in in october',
    scope: { search: between('created_at', '2026-09-30', '2026-11-01'), type: 'lead' },
  },
  {
    said: 'leads older than 90 days',
    scope: { search: [by('created_at', '2026-08-23', 'before')], type: 'lead' },
    parts: { created_at: 'older than 90 days' },
  },
  {
    said: 'imported last week',
    scope: { search: [by('import_id', '', 'not_empty'), ...between('created_at', '2026-11-07', '2026-11-15')] },
    parts: { import_id: 'imported last week', created_at: 'imported last week' },
  },
  { said: 'anythign aded in the past 10 days', scope: { search: [by('created_at', '2026-11-10', 'after')] } },
  {
    said: 'recruits added before July 4th',
    scope: { search: [by('created_at', '2026-07-04', 'before')], type: 'recruit' },
  },
];

const PLACES: readonly ContactSentence[] = [
  {
    said: 'leads in Springfield',
    scope: { search: [by('city', 'Springfield')], type: 'lead' },
    parts: { city: 'Springfield' },
  },
  {
    said: 'clients in Kansas City',
    scope: { search: [by('city', 'Kansas City')], type: 'client' },
    parts: { city: 'Kansas City' },
  },
  {
    said: 'medicare folks in Kansas City, MO',
    scope: { search: [by('city', 'Kansas City'), by('state', 'MO')], category: 'Medicare' },
  },
  { said: 'prospects up in Washington', scope: { type: 'lead' }, asks: ['Washington'] },
  { said: 'Washington state clients', scope: { search: [by('state', 'WA')], type: 'client' } },
  { said: 'cleints in Travis county', scope: { search: [by('county', 'Travis County, TX')], type: 'client' } },
  {
    said: 'Cook County leads age 66+',
    scope: { search: [by('dob', '1960-11-22', 'before')], type: 'lead' },
    asks: ['Cook County'],
  },
  {
    said: 'people in Springfield, Illinois with no phone number',
    scope: { search: [by('city', 'Springfield'), by('state', 'IL'), empty('phone')] },
  },
  { said: 'virginia beach clients', scope: { search: [by('city', 'Virginia Beach')], type: 'client' } },
  { said: 'leads in Miami, Oklahoma', scope: { search: [by('city', 'Miami'), by('state', 'OK')], type: 'lead' } },
  {
    said: 'quoted in Portland',
    scope: { search: [chosen('status', 'Quoted'), by('city', 'Portland')] },
    parts: { city: 'Portland' },
  },
  {
    said: 'Delaware, Ohio recruits',
    scope: { search: [by('city', 'Delaware'), by('state', 'OH')], type: 'recruit' },
  },
  { said: 'contacts outside of Florida', scope: { search: [by('state', 'FL', 'not')] } },
];

const BEYOND: readonly ContactSentence[] = [
  { said: 'leads from leads_oct.csv', scope: { type: 'lead' }, asks: ['leads_oct.csv'] },
  { said: 'everyone who takes Eliquis', scope: { search: [rx('Eliquis')] } },
  {
    said: 'clients on metformin in Knoxville',
    scope: { search: [rx('metformin'), by('city', 'Knoxville')], type: 'client' },
  },
  {
    said: 'Aetna plan G clients in Sarasota',
    scope: { search: [by('city', 'Sarasota')], type: 'client' },
    asks: ['Aetna plan G'],
  },
  {
    said: 'clients whose notes mention cataract surgery',
    scope: { search: [by('note', 'cataract surgery', 'contains')], type: 'client' },
  },
  {
    said: 'leads with a note that says gate code',
    scope: { search: [by('note', 'gate code', 'contains')], type: 'lead' },
  },
  {
    said: 'clients on Humana Gold Plus over 75',
    scope: { search: [by('policy_carrier', 'Humana', 'contains'), by('dob', '1950-11-22', 'before')], type: 'client' },
    asks: ['Gold Plus'],
    parts: { dob: 'over 75' },
  },
];

const CHOICES: readonly ContactSentence[] = [
  { said: 'tagged both hot and callback', scope: { search: [chosen('tag', 'hot'), chosen('tag', 'callback')] } },
  { said: 'hot or VIP', scope: { search: [chosen('tag', ['hot', 'VIP'])] } },
  {
    said: 'facebok leads exept ones marked wrong number',
    scope: { search: [by('source', 'Facebook'), chosen('status', 'Wrong number', 'not')], type: 'lead' },
  },
  { said: 'status new, source referral', scope: { search: [chosen('status', 'New'), by('source', 'Referral')] } },
  {
    said: 'medicare leads not from direct mail',
    scope: { search: [by('source', 'Direct mail', 'not')], category: 'Medicare', type: 'lead' },
  },
  { said: 'new people in Anchorage', scope: { search: [by('city', 'Anchorage')] }, asks: ['new'] },
  {
    said: 'spring seminar folks with an app out',
    scope: { search: [chosen('group', 'Spring seminar'), chosen('status', 'Application out')] },
    parts: { status: 'app out' },
  },
  {
    said: 'seminar leads tagged hot',
    scope: { search: [chosen('tag', 'hot')], type: 'lead' },
    asks: ['seminar'],
  },
];

const MANAGERS: readonly ContactSentence[] = [
  {
    said: "Priya's overdue follow ups",
    scope: {
      search: [chosen('owner', 'Priya Raman'), by('follow_up_on', '2026-11-21', 'before')],
      contact_group: 'all_agents',
    },
  },
  { said: 'show my whole downline', scope: { contact_group: 'downline' } },
  { said: 'everybody in the agency', scope: { contact_group: 'all' } },
  {
    said: 'recruits Marcus added this month',
    scope: {
      search: [chosen('owner', 'Marcus Ellery'), ...between('created_at', '2026-10-31', '2026-12-01')],
      type: 'recruit',
      contact_group: 'all_agents',
    },
    parts: { owner: 'Marcus', contact_group: 'Marcus' },
  },
  {
    said: 'how many hot leads does Dana have',
    scope: {
      search: [chosen('owner', 'Dana Whitfield'), chosen('tag', 'hot')],
      type: 'lead',
      contact_group: 'all_agents',
    },
  },
  {
    said: 'untagged clients that belong to Dana or Marcus',
    scope: {
      search: [empty('tag'), chosen('owner', ['Dana Whitfield', 'Marcus Ellery'])],
      type: 'client',
      contact_group: 'all_agents',
    },
  },
];

const ORDER: readonly ContactSentence[] = [
  { said: 'newest first, my recruits', scope: { type: 'recruit', ...NEWEST_FIRST } },
  { said: 'last 10 leads added', scope: { type: 'lead', ...NEWEST_FIRST, select_n: 10 } },
];

const LONG: readonly ContactSentence[] = [
  {
    said: 'ok max so im driving can you pull up the medicare clients in Tucson that are at least 70 and have a follow up due next week, soonest follow-up first thanks',
    scope: {
      search: [
        by('city', 'Tucson'),
        by('dob', '1956-11-22', 'before'),
        ...between('follow_up_on', '2026-11-21', '2026-11-29'),
      ],
      category: 'Medicare',
      type: 'client',
      order_field: 'follow_up_on',
    },
  },
  {
    said: 'hi there, would you please get me the final expense leads from direct mail in Arkansas and Oklahoma, ages 50-80, that have never been called and do not have the do not mail tag, first 75',
    scope: {
      search: [
        by('source', 'Direct mail'),
        by('state', ['AR', 'OK']),
        ...between('dob', '1945-11-21', '1976-11-22'),
        empty('last_call_at'),
        chosen('tag', 'do not mail', 'not'),
      ],
      category: 'Final expense',
      type: 'lead',
      select_n: 75,
    },
  },
  {
    said: "Joon-ho's recruits in Colorado who speak korean and came from facebook before august, by first name",
    scope: {
      search: [
        chosen('owner', 'Joon-ho Park'),
        by('state', 'CO'),
        by('language', 'korean'),
        by('source', 'Facebook'),
        by('created_at', '2026-08-01', 'before'),
      ],
      type: 'recruit',
      contact_group: 'all_agents',
      order_field: 'first_name',
    },
  },
  {
    said: 'life leads under 45 in Raleigh or Durham who have kids and were added since the 1st, newest first',
    scope: {
      search: [
        by('dob', '1981-11-21', 'after'),
        by('city', ['Raleigh', 'Durham']),
        by('created_at', '2026-10-31', 'after'),
      ],
      category: 'Life',
      type: 'lead',
      ...NEWEST_FIRST,
    },
    asks: ['have kids'],
  },
  {
    said: 'men 65-69 in the 937 area code with an email but no follow up, not quoted yet, whose medigap renews in January',
    scope: {
      search: [
        by('gender', 'male'),
        by('dob', '1956-11-21', 'after'),
        by('dob', '1961-11-22', 'before'),
        by('phone', '937', 'starts_with'),
        by('email', '', 'not_empty'),
        by('follow_up_on', '', 'empty'),
        by('status', '204', 'not'),
        by('policy_type', 'medicare_supplement'),
      ],
    },
    asks: ['renews in January'],
  },
];

/** A search can show them; what is to be done with them has to be refused in words. */
const REFUSED: readonly ContactSentence[] = [
  {
    said: 'delete all leads from Ohio',
    scope: { search: [by('state', 'OH')], type: 'lead' },
    asks: ['delete'],
    parts: { type: 'leads', state: 'Ohio' },
  },
  {
    said: 'wipe out everybody tagged do not mail',
    scope: { search: [chosen('tag', 'do not mail')] },
    asks: ['wipe out'],
    parts: { tag: 'tagged do not mail' },
  },
  {
    said: 'remove the hot tag from my clients in Dayton',
    scope: { search: [by('city', 'Dayton')], type: 'client' },
    asks: ['remove the hot tag'],
    parts: { type: 'clients', city: 'Dayton' },
  },
  {
    said: 'merge all the duplicates',
    scope: { duplicate: { is_duplicate: true } },
    asks: ['merge'],
    parts: { duplicate: 'duplicates' },
  },
  { said: 'trash my whole book', scope: {}, asks: ['trash'] },
  {
    said: 'set everyone in Tulsa to not interested',
    scope: { search: [by('city', 'Tulsa')] },
    asks: ['to not interested'],
    parts: { city: 'Tulsa' },
  },
];

export const MORE_THIRD_HELD_OUT_SENTENCES: readonly ContactSentence[] = [
  ...DATES,
  ...PLACES,
  ...BEYOND,
  ...CHOICES,
  ...MANAGERS,
  ...ORDER,
  ...LONG,
  ...REFUSED,
];
