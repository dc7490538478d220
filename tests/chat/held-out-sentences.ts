/** Read only by the bench: the rules are written without looking here. */
import { between, by, chosen, empty } from './agency-words.ts';
import type { ContactSentence } from './contact-sentences.ts';

const NEWEST_FIRST = { order_field: 'created_at', order: 'desc' } as const;

export const HELD_OUT_SENTENCES: readonly ContactSentence[] = [
  // People, numbers, addresses
  { said: "Earl D'Angelo", scope: { q: "Earl D'Angelo", forgiving: true } },
  { said: 'gimme Thuy Pham', scope: { q: 'Thuy Pham', forgiving: true } },
  { said: 'search for cathrine wojcik', scope: { q: 'cathrine wojcik', forgiving: true } },
  {
    said: 'need ms. Smith-Rowe up in Spokane',
    scope: { search: [by('city', 'Spokane')], q: 'Smith-Rowe', forgiving: true },
  },
  {
    said: 'is there a R. L. van der Berg in here',
    scope: { q: 'R. L. van der Berg', forgiving: true },
    parts: { q: 'R. L. van der Berg' },
  },
  {
    said: "where's my recruit Tyrell Bascombe",
    scope: { type: 'recruit', q: 'Tyrell Bascombe', forgiving: true },
  },
  { said: 'who called me from 832 555 0119', scope: { q: '832-555-0119' } },
  { said: 'look up glenda.f@example.org', scope: { q: 'glenda.f@example.org' } },
  { said: 'area code 405 clients', scope: { search: [by('phone', '405', 'starts_with')], type: 'client' } },

  // One or two words
  { said: 'candidates', scope: { type: 'recruit' } },
  { said: 'walk ins', scope: { search: [chosen('group', 'Walk-ins')] } },
  { said: 'wrong numbers', scope: { search: [chosen('status', 'Wrong number')] } },
  { said: 'Fitzgerald', scope: { q: 'Fitzgerald', forgiving: true } },
  { said: 'phoenix', scope: {}, asks: ['phoenix'] },

  // Ages and birthdays
  {
    said: 'anyone 70 and older in Kansas',
    scope: { search: [by('dob', '1956-11-22', 'before'), by('state', 'KS')] },
  },
  {
    said: 'show 67 year old men',
    scope: { search: [...between('dob', '1958-11-21', '1959-11-22'), by('gender', 'male')] },
  },
  {
    said: 'whos turning 65 next quarter in Michigan or Indiana',
    scope: { search: [...between('dob', '1961-12-31', '1962-04-01'), by('state', ['MI', 'IN'])] },
  },
  {
    said: 'people who turn 65 in the next 60 days and have no email',
    scope: { search: [...between('dob', '1961-11-20', '1962-01-21'), empty('email')] },
  },
  { said: 'march birthdays', scope: { search: [by('birth_month', '3')] } },
  {
    said: 'clients with a birthday this week',
    scope: { type: 'client' },
    asks: ['birthday this week'],
  },

  // Calls, touches, follow-ups
  {
    said: "customers we ain't called in 90 days",
    scope: { search: [by('last_call_at', '2026-08-23', 'not_since')], type: 'client' },
    parts: { last_call_at: 'called in 90 days' },
  },
  {
    said: 'welcome call folks not called yet',
    scope: { search: [chosen('agentflow_status', 'Welcome call'), empty('last_call_at')] },
  },
  {
    said: 'facebook prospects I never reached out to',
    scope: { search: [by('source', 'Facebook'), empty('last_touch_at')], type: 'lead' },
  },
  {
    said: 'old leads pool, no contact in 3 months',
    scope: { search: [chosen('pool', 'Old leads'), by('last_touch_at', '2026-08-21', 'not_since')] },
  },
  {
    said: 'follow ups for next week soonest follow-up first',
    scope: { search: between('follow_up_on', '2026-11-21', '2026-11-29'), order_field: 'follow_up_on' },
  },

  // Managers
  {
    said: "show me Dana's clients nobody called this month",
    scope: {
      search: [chosen('owner', 'Dana Whitfield'), by('last_call_at', '2026-11-01', 'not_since')],
      type: 'client',
      contact_group: 'all_agents',
    },
  },
  {
    said: "my agents' leads with no follow up date",
    scope: { search: [empty('follow_up_on')], type: 'lead', contact_group: 'downline' },
  },
  {
    said: 'everyone in the agency with a bad email address',
    scope: { search: [by('email_status', 'invalid')], contact_group: 'all' },
  },
  {
    said: 'mine and my teams appointment sets in Nashville',
    scope: {
      search: [chosen('status', 'Appointment set'), by('city', 'Nashville')],
      contact_group: 'all_agents',
    },
  },
  {
    said: "Marcus's recruits added since Monday",
    scope: {
      search: [chosen('owner', 'Marcus Ellery'), by('created_at', '2026-11-15', 'after')],
      type: 'recruit',
      contact_group: 'all_agents',
    },
  },
  { said: 'deleted clients', scope: { type: 'client', contact_group: 'deleted' } },

  // Spanish
  {
    said: 'quiero ver mis prospectos en Miami',
    scope: { search: [by('city', 'Miami')], type: 'lead' },
  },
  {
    said: 'leads that habla español and got added today',
    scope: { search: [by('language', 'spanish'), by('created_at', '2026-11-21')], type: 'lead' },
  },
  { said: 'spanish clients in Fresno', scope: { search: [by('city', 'Fresno')], type: 'client' }, asks: ['spanish'] },
  {
    said: 'spanish speaking church members with a cumpleaños en enero',
    scope: {
      search: [by('language', 'spanish'), chosen('group', 'Church members'), by('birth_month', '1')],
    },
  },

  // Typos in ordinary words
  { said: 'shwo my clinets in colorodo', scope: { search: [by('state', 'CO')], type: 'client' } },
  { said: 'peple wiht no fone', scope: { search: [empty('phone')] }, parts: { phone: 'no fone' } },
  {
    said: 'recriuts addded lats week',
    scope: { search: between('created_at', '2026-11-07', '2026-11-15'), type: 'recruit' },
    parts: { created_at: 'addded lats week' },
  },

  // Long ones
  {
    said: 'alright pull medicare prospects in Pennsylvania between 64 and 66 from the web form that I have not touched in 45 days newest first',
    scope: {
      search: [
        by('state', 'PA'),
        ...between('dob', '1959-11-21', '1962-11-22'),
        by('source', 'Web form'),
        by('last_touch_at', '2026-10-07', 'not_since'),
      ],
      category: 'Medicare',
      type: 'lead',
      ...NEWEST_FIRST,
    },
  },
  {
    said: 'first 40 callback leads in 480 area code with status contacted and a follow up overdue by city',
    scope: {
      search: [
        chosen('tag', 'callback'),
        by('phone', '480', 'starts_with'),
        chosen('status', 'Contacted'),
        by('follow_up_on', '2026-11-21', 'before'),
      ],
      type: 'lead',
      order_field: 'city',
      select_n: 40,
    },
  },
  {
    said: 'final expense women over 72 in Macon who are not tagged hot and are missing a zip',
    scope: {
      search: [
        by('gender', 'female'),
        by('dob', '1953-11-22', 'before'),
        by('city', 'Macon'),
        chosen('tag', 'hot', 'not'),
        empty('zip_code'),
      ],
      category: 'Final expense',
    },
  },
  {
    said: "Joon-ho's life leads under 40 not in California added before June and never called",
    scope: {
      search: [
        chosen('owner', 'Joon-ho Park'),
        by('dob', '1986-11-21', 'after'),
        by('state', 'CA', 'not'),
        by('created_at', '2026-06-01', 'before'),
        empty('last_call_at'),
      ],
      category: 'Life',
      type: 'lead',
      contact_group: 'all_agents',
    },
  },
  {
    said: 'dental clients in Columbus Ohio tagged VIP in annual review who have an aarp supplement',
    scope: {
      search: [
        by('city', 'Columbus'),
        by('state', 'OH'),
        by('tag', '105'),
        by('agentflow_status', '307'),
        by('policy_carrier', 'AARP', 'contains'),
        by('policy_type', 'medicare_supplement'),
      ],
      category: 'Dental',
      type: 'client',
    },
  },

  // Order and first n
  {
    said: 'AEP 2026 people, longest untouched first',
    scope: { search: [chosen('tag', 'AEP 2026')], order_field: 'last_touch_at' },
  },
  {
    said: 'top 15 referrals newest first',
    scope: { search: [by('source', 'Referral')], ...NEWEST_FIRST, select_n: 15 },
  },
  {
    said: 'applications out in Delaware oldest first',
    scope: { search: [chosen('status', 'Application out'), by('state', 'DE')], order_field: 'created_at' },
  },
  {
    said: 'duplicates with the same first and last name',
    scope: { duplicate: { is_duplicate: true, first_name: true, last_name: true } },
  },
  { said: 'people that work at Lowes', scope: { search: [by('company', 'Lowes')] } },
  { said: 'zips starting with 305', scope: { search: [by('zip_code', '305', 'starts_with')] } },
  {
    said: 'leads tagged turning 65',
    scope: { search: [chosen('tag', 'turning 65')], type: 'lead' },
  },
  {
    said: 'agentflow status visit, by first name',
    scope: { search: [chosen('agentflow_status', 'Visit')], order_field: 'first_name' },
  },

  // With parts that are asked back
  { said: 'turning 65 folks in Idaho', scope: { search: [by('state', 'ID')] }, asks: ['turning 65'] },
  { said: 'leads from the seminar', scope: { type: 'lead' }, asks: ['seminar'] },
  { said: 'clients around Lubbock', scope: { type: 'client' }, asks: ['around Lubbock'] },
  { said: 'leads in New York', scope: { type: 'lead' }, asks: ['New York'] },
  {
    said: 'smokers over 50 in Arkansas',
    scope: { search: [by('dob', '1975-11-22', 'before'), by('state', 'AR')] },
    asks: ['smokers'],
  },
  { said: 'clients with Aetna', scope: { search: [by('policy_carrier', 'Aetna', 'contains')], type: 'client' } },
  {
    said: 'widows in Maine not called in 10 days',
    scope: { search: [by('state', 'ME'), by('last_call_at', '2026-11-11', 'not_since')] },
    asks: ['widows'],
  },
  { said: 'everyone tagged VIP or from Facebook', scope: {}, asks: ['tagged VIP or from Facebook'] },
  {
    said: 'quoted leads who clicked my last email',
    scope: { search: [chosen('status', 'Quoted')], type: 'lead' },
    asks: ['clicked my last email'],
  },
];
