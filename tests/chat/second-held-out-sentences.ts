/** Used only by the benchmark: written after the rules, by a person who hasn't read them. */
import { between, by, chosen, type ContactSentence, empty } from './agency-words.ts';

const NEWEST_FIRST = { order_field: 'created_at', order: 'desc' } as const;

export const SECOND_HELD_OUT_SENTENCES: readonly ContactSentence[] = [
  // People, numbers, addresses
  {
    said: 'pull up the card for Odalys Figueroa',
    scope: { q: 'Odalys Figueroa', forgiving: true },
    parts: { q: 'Odalys Figueroa' },
  },
  { said: 'do i have a deshaun mccafrey', scope: { q: 'deshaun mccafrey', forgiving: true } },
  {
    said: "Mrs. O'Shaughnessy in Duluth",
    scope: { search: [by('city', 'Duluth')], q: "O'Shaughnessy", forgiving: true },
  },
  { said: 'lookin for somebody named Krzysztof Zielinski', scope: { q: 'Krzysztof Zielinski', forgiving: true } },
  { said: 'my lead Jo Beth St. Clair', scope: { type: 'lead', q: 'Jo Beth St. Clair', forgiving: true } },
  { said: 'got a voicemail from (919) 555-0176', scope: { q: '919-555-0176' } },
  { said: 'hattie_mae@example.net', scope: { q: 'hattie_mae@example.net' } },
  { said: 'leads with a 615 number', scope: { search: [by('phone', '615', 'starts_with')], type: 'lead' } },

  // One or two words
  { said: 'policyholders', scope: { type: 'client' } },
  { said: 'do not mail', scope: { search: [chosen('tag', 'do not mail')] } },
  { said: 'possible dupes', scope: { duplicate: { is_duplicate: true } } },
  { said: 'Okafor', scope: { q: 'Okafor', forgiving: true } },
  { said: 'savannah', scope: {}, asks: ['savannah'] },

  // Ages and birthdays
  {
    said: 'folks 85 plus in West Virginia',
    scope: { search: [by('dob', '1941-11-22', 'before'), by('state', 'WV')] },
  },
  { said: 'my 59 year old clients', scope: { search: between('dob', '1966-11-21', '1967-11-22'), type: 'client' } },
  { said: 'anyone hitting 65 in february', scope: { search: between('dob', '1962-01-31', '1962-03-01') } },
  {
    said: 'who turns 65 within the next 4 months in the 330 zips',
    scope: { search: [...between('dob', '1961-11-20', '1962-03-22'), by('zip_code', '330', 'starts_with')] },
  },
  { said: 'clients born in august', scope: { search: [by('birth_month', '8')], type: 'client' } },
  { said: 'recruits under 30', scope: { search: [by('dob', '1996-11-21', 'after')], type: 'recruit' } },
  { said: 'any clients w birthdays today', scope: { type: 'client' }, asks: ['birthdays today'] },

  // Calls, touches, follow-ups
  {
    said: 'quoted ppl i havent dialed since nov 2',
    scope: { search: [chosen('status', 'Quoted'), by('last_call_at', '2026-11-02', 'not_since')] },
  },
  {
    said: 'leads nobody has worked in the last 3 weeks',
    scope: { search: [by('last_touch_at', '2026-10-31', 'not_since')], type: 'lead' },
  },
  {
    said: 'direct mail leads that never been worked',
    scope: { search: [by('source', 'Direct mail'), empty('last_touch_at')], type: 'lead' },
  },
  { said: "who's on my follow up list for tomorrow", scope: { search: [by('follow_up_on', '2026-11-22')] } },
  { said: 'who have I talked to this month', scope: {}, asks: ['talked to this month'] },

  // Managers
  {
    said: 'what does Joon-ho have for overdue follow ups',
    scope: {
      search: [chosen('owner', 'Joon-ho Park'), by('follow_up_on', '2026-11-21', 'before')],
      contact_group: 'all_agents',
    },
    parts: { owner: 'Joon-ho', contact_group: 'Joon-ho' },
  },
  {
    said: 'everyone in the agency with the callback tag',
    scope: { search: [chosen('tag', 'callback')], contact_group: 'all' },
  },
  {
    said: 'my downlines medicare clients in Mesa',
    scope: { search: [by('city', 'Mesa')], category: 'Medicare', type: 'client', contact_group: 'downline' },
  },
  {
    said: 'leads my agents got yesterday',
    scope: { search: [by('created_at', '2026-11-20')], type: 'lead', contact_group: 'downline' },
    parts: { created_at: 'yesterday' },
  },
  {
    said: "mine plus my team's not interested people in Wichita",
    scope: {
      search: [chosen('status', 'Not interested'), by('city', 'Wichita')],
      contact_group: 'all_agents',
    },
  },
  {
    said: 'deleted recruits out of Reno',
    scope: { search: [by('city', 'Reno')], type: 'recruit', contact_group: 'deleted' },
  },

  // Spanish
  {
    said: 'enséñame los clientes de Priya',
    scope: { search: [chosen('owner', 'Priya Raman')], type: 'client', contact_group: 'all_agents' },
    parts: { owner: 'Priya', contact_group: 'Priya' },
  },
  {
    said: 'gente que habla español en Nuevo México',
    scope: { search: [by('language', 'spanish'), by('state', 'NM')] },
  },
  {
    said: 'leads with the Spanish tag i never called',
    scope: { search: [chosen('tag', 'Spanish'), empty('last_call_at')], type: 'lead' },
  },
  {
    said: 'necesito a Yolanda de los Santos en Hialeah',
    scope: { search: [by('city', 'Hialeah')], q: 'Yolanda de los Santos', forgiving: true },
  },

  // Typos in ordinary words
  {
    said: 'prospcts in minesota wiht an emial',
    scope: { search: [by('state', 'MN'), by('email', '', 'not_empty')], type: 'lead' },
    parts: { email: 'an emial' },
  },
  {
    said: 'clinets not caled in 2 mnths',
    scope: { search: [by('last_call_at', '2026-09-21', 'not_since')], type: 'client' },
  },
  {
    said: 'apointment set peple in oklahma city',
    scope: { search: [chosen('status', 'Appointment set'), by('city', 'Oklahoma City')] },
  },

  // Long ones
  {
    said: "hey can you pull life leads in Virginia or North Carolina under 50 from Facebook that were added this month and haven't been called, newest first",
    scope: {
      search: [
        by('state', ['VA', 'NC']),
        by('dob', '1976-11-21', 'after'),
        by('source', 'Facebook'),
        ...between('created_at', '2026-10-31', '2026-12-01'),
        empty('last_call_at'),
      ],
      category: 'Life',
      type: 'lead',
      ...NEWEST_FIRST,
    },
  },
  {
    said: 'men 66 and older in Toledo with a phone but no email, status quoted, not touched in 40 days',
    scope: {
      search: [
        by('gender', 'male'),
        by('dob', '1960-11-22', 'before'),
        by('city', 'Toledo'),
        by('phone', '', 'not_empty'),
        empty('email'),
        chosen('status', 'Quoted'),
        by('last_touch_at', '2026-10-12', 'not_since'),
      ],
    },
  },
  {
    said: "Marcus's final expense clients in South Carolina tagged callback with no follow up set, first 30",
    scope: {
      search: [chosen('owner', 'Marcus Ellery'), by('state', 'SC'), chosen('tag', 'callback'), empty('follow_up_on')],
      category: 'Final expense',
      type: 'client',
      contact_group: 'all_agents',
      select_n: 30,
    },
  },
  {
    said: 'walk-ins between 62 and 70 in Lansing michigan not tagged VIP that came in before september and speak spanish',
    scope: {
      search: [
        chosen('group', 'Walk-ins'),
        ...between('dob', '1955-11-21', '1964-11-22'),
        by('city', 'Lansing'),
        by('state', 'MI'),
        chosen('tag', 'VIP', 'not'),
        by('created_at', '2026-09-01', 'before'),
        by('language', 'spanish'),
      ],
    },
  },
  {
    said: 'medicare clients in Boise in annual review tagged AEP 2026 turning 66 next month and on a Cigna plan',
    scope: {
      search: [
        by('city', 'Boise'),
        by('agentflow_status', '307'),
        by('tag', '107'),
        by('dob', '1960-11-30', 'after'),
        by('dob', '1961-01-01', 'before'),
        by('policy_carrier', 'Cigna', 'contains'),
      ],
      category: 'Medicare',
      type: 'client',
    },
  },

  // Order and first n
  {
    said: '25 newest web form leads',
    scope: { search: [by('source', 'Web form')], type: 'lead', ...NEWEST_FIRST, select_n: 25 },
  },
  {
    said: 'letter sent folks in Nebraska by city',
    scope: { search: [chosen('agentflow_status', 'Letter sent'), by('state', 'NE')], order_field: 'city' },
  },
  {
    said: 'duplicate people with the same first name and address',
    scope: { duplicate: { is_duplicate: true, first_name: true, address: true } },
  },
  {
    said: 'first 5 in the Houston desk pool oldest first',
    scope: { search: [chosen('pool', 'Houston desk')], order_field: 'created_at', select_n: 5 },
  },
  { said: 'anybody working for Boeing', scope: { search: [by('company', 'Boeing')] } },
  {
    said: 'spring seminar group sorted by first name',
    scope: { search: [chosen('group', 'Spring seminar')], order_field: 'first_name' },
  },
  {
    said: 'confirm agentflow status, soonest follow-up first',
    scope: { search: [chosen('agentflow_status', 'Confirm')], order_field: 'follow_up_on' },
  },

  // With parts that are asked back
  {
    said: 'turning 65 prospects in Utah',
    scope: { search: [by('state', 'UT')], type: 'lead' },
    asks: ['turning 65'],
  },
  {
    said: 'seminar clients in Peoria',
    scope: { search: [by('city', 'Peoria')], type: 'client' },
    asks: ['seminar'],
  },
  { said: 'leads close to Amarillo', scope: { type: 'lead' }, asks: ['close to Amarillo'] },
  {
    said: 'divorced clients in Vermont',
    scope: { search: [by('state', 'VT')], type: 'client' },
    asks: ['divorced'],
  },
  { said: 'leads that replied to my text', scope: { type: 'lead' }, asks: ['replied to my text'] },
  {
    said: 'people tagged hot or living in Omaha',
    scope: {},
    asks: ['tagged hot or living in Omaha'],
  },
  {
    said: 'quoted leads about to close',
    scope: { search: [chosen('status', 'Quoted')], type: 'lead' },
    asks: ['about to close'],
  },
  {
    said: 'veterans over 68 in Montana',
    scope: { search: [by('dob', '1957-11-22', 'before'), by('state', 'MT')] },
    asks: ['veterans'],
  },
  { said: 'big premium clients', scope: { type: 'client' }, asks: ['big premium'] },
  {
    said: 'clients with Medicare Advantage',
    scope: { search: [by('policy_type', 'medicare_advantage')], type: 'client' },
  },
];
