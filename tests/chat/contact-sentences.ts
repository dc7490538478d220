import { between, by, chosen, type ContactSentence, empty } from './agency-words.ts';
import { MORE_CONTACT_SENTENCES } from './contact-sentences-more.ts';

export type { ContactSentence };

const NEWEST_FIRST = { order_field: 'created_at', order: 'desc' } as const;

const NAMES: readonly ContactSentence[] = [
  { said: 'Maria Lopez', scope: { q: 'Maria Lopez', forgiving: true } },
  {
    said: 'Maria Lopez in Houston',
    scope: { search: [by('city', 'Houston')], q: 'Maria Lopez', forgiving: true },
  },
  { said: 'pull up Maira Lopes for me', scope: { q: 'Maira Lopes', forgiving: true } },
  { said: 'find jhon petersen real quick', scope: { q: 'jhon petersen', forgiving: true } },
  { said: "do we have a Siobhan O'Brien in the system", scope: { q: "Siobhan O'Brien", forgiving: true } },
  { said: 'Mr. Nguyen', scope: { q: 'Nguyen', forgiving: true } },
  { said: 'look up mrs de la cruz please', scope: { q: 'de la cruz', forgiving: true } },
  { said: 'J.T. Mabry', scope: { q: 'J.T. Mabry', forgiving: true } },
  {
    said: 'can you find Anne-Marie Beauchamp out in Baton Rouge, Louisiana',
    scope: { search: [by('city', 'Baton Rouge'), by('state', 'LA')], q: 'Anne-Marie Beauchamp', forgiving: true },
  },
  { said: 'kowalczyk', scope: { q: 'kowalczyk', forgiving: true } },
  {
    said: 'um i need uh Walter Pettigrew he is one of my clients',
    scope: { type: 'client', q: 'Walter Pettigrew', forgiving: true },
  },
  {
    said: "Marcus's client Loretta Hanks",
    scope: {
      search: [chosen('owner', 'Marcus Ellery')],
      type: 'client',
      contact_group: 'all_agents',
      q: 'Loretta Hanks',
      forgiving: true,
    },
  },
  { said: 'everybody with the last name Garcia', scope: { search: [by('last_name', 'Garcia')] } },
  { said: 'last names that start with Mc', scope: { search: [by('last_name', 'Mc', 'starts_with')] } },
];

const NUMBERS: readonly ContactSentence[] = [
  { said: '(512) 555-0142', scope: { q: '512-555-0142' } },
  { said: 'who is 5125550142', scope: { q: '512-555-0142' } },
  { said: 'missed a call from 512.555.0142, who is that', scope: { q: '512-555-0142' } },
  { said: 'phone ends in 0187', scope: { q: '0187' } },
  { said: '555-0163', scope: { q: '555-0163' } },
  { said: 'whose email is bobbyray61@example.com', scope: { q: 'bobbyray61@example.com' } },
  { said: 'everyone with a 281 area code', scope: { search: [by('phone', '281', 'starts_with')] } },
  { said: '787 zips', scope: { search: [by('zip_code', '787', 'starts_with')] } },
  { said: 'leads in zip 77449', scope: { search: [by('zip_code', '77449')], type: 'lead' } },
];

const SHORT: readonly ContactSentence[] = [
  { said: 'my clients', scope: { type: 'client' } },
  { said: 'hot leads', scope: { search: [chosen('tag', 'hot')], type: 'lead' } },
  { said: 'callbacks', scope: { search: [chosen('tag', 'callback')] } },
  { said: 'recruits', scope: { type: 'recruit' } },
  { said: 'untagged', scope: { search: [empty('tag')] } },
  { said: 'VIPs', scope: { search: [chosen('tag', 'VIP')] } },
  { said: 'turning 65', scope: {}, asks: ['turning 65'] },
  { said: 'overdue follow-ups', scope: { search: [by('follow_up_on', '2026-11-21', 'before')] } },
  { said: 'austin', scope: {}, asks: ['austin'] },
];

const AGES: readonly ContactSentence[] = [
  {
    said: 'people in Texas turning 65 this quarter tagged hot, newest first',
    scope: {
      search: [by('state', 'TX'), ...between('dob', '1961-09-30', '1962-01-01'), chosen('tag', 'hot')],
      ...NEWEST_FIRST,
    },
  },
  {
    said: 'Turning 65 in Texas this quarter, not called yet',
    scope: {
      search: [...between('dob', '1961-09-30', '1962-01-01'), by('state', 'TX'), empty('last_call_at')],
    },
  },
  { said: 'show me everybody over 65', scope: { search: [by('dob', '1960-11-22', 'before')] } },
  {
    said: 'leads under 65 who work at Dell',
    scope: { search: [by('dob', '1961-11-21', 'after'), by('company', 'Dell')], type: 'lead' },
  },
  {
    said: '64 year olds in san antonio',
    scope: { search: [...between('dob', '1961-11-21', '1962-11-22'), by('city', 'San Antonio')] },
  },
  {
    said: 'final expense leads between 50 and 85',
    scope: { search: between('dob', '1940-11-21', '1976-11-22'), category: 'Final expense', type: 'lead' },
  },
  {
    said: 'who do i have turning 65 in the next 90 days',
    scope: { search: between('dob', '1961-11-20', '1962-02-20') },
  },
  {
    said: 'who is turning 65 in january and not quoted yet',
    scope: { search: [...between('dob', '1961-12-31', '1962-02-01'), chosen('status', 'Quoted', 'not')] },
  },
  {
    said: 'clients that turned 65 this year',
    scope: { search: between('dob', '1960-12-31', '1961-11-22'), type: 'client' },
  },
  { said: 'anybody turning 26 next month', scope: { search: between('dob', '2000-11-30', '2001-01-01') } },
  {
    said: 'women 80+ in Florida with no phone',
    scope: {
      search: [by('gender', 'female'), by('dob', '1946-11-22', 'before'), by('state', 'FL'), empty('phone')],
    },
  },
  { said: 'birthdays in december', scope: { search: [by('birth_month', '12')] } },
  {
    said: 'clients with a birthday this month for the cards',
    scope: { search: [by('birth_month', '11')], type: 'client' },
  },
  { said: 'birthdays tomorrow', scope: {}, asks: ['birthdays tomorrow'] },
  { said: 'anybody with no birth date on file', scope: { search: [empty('dob')] } },
];

const CALLS: readonly ContactSentence[] = [
  { said: 'gimme the leads i never called', scope: { search: [empty('last_call_at')], type: 'lead' } },
  {
    said: 'clients not called in 30 days',
    scope: { search: [by('last_call_at', '2026-10-22', 'not_since')], type: 'client' },
  },
  { said: 'who did I call today', scope: { search: [by('last_call_at', '2026-11-21')] } },
  {
    said: 'everyone we called this week in Dallas',
    scope: { search: [...between('last_call_at', '2026-11-14', '2026-11-22'), by('city', 'Dallas')] },
  },
  {
    said: 'who have i not talked to in 6 months',
    scope: {},
    asks: ['not talked to in 6 months'],
  },
  {
    said: "medicare clients I haven't touched since October 1",
    scope: { search: [by('last_touch_at', '2026-10-01', 'not_since')], category: 'Medicare', type: 'client' },
  },
  { said: 'prospects never touched', scope: { search: [empty('last_touch_at')], type: 'lead' } },
  {
    said: 'quoted but havent reached out in 2 weeks, longest untouched first',
    scope: {
      search: [chosen('status', 'Quoted'), by('last_touch_at', '2026-11-07', 'not_since')],
      order_field: 'last_touch_at',
    },
  },
  {
    said: 'who is due for a follow up today',
    scope: { search: [by('follow_up_on', '2026-11-21')] },
  },
  {
    said: 'appointment set people with a follow up this week',
    scope: { search: [chosen('status', 'Appointment set'), ...between('follow_up_on', '2026-11-14', '2026-11-22')] },
  },
  {
    said: 'hot leads without a follow-up',
    scope: { search: [chosen('tag', 'hot'), empty('follow_up_on')], type: 'lead' },
  },
  {
    said: 'call again folks that picked up last time',
    scope: { search: [chosen('agentflow_status', 'Call again')] },
    asks: ['picked up last time'],
  },
];

/** Sentences of agents, managers and admins with what each must become. */
export const CONTACT_SENTENCES: readonly ContactSentence[] = [
  ...NAMES,
  ...NUMBERS,
  ...SHORT,
  ...AGES,
  ...CALLS,
  ...MORE_CONTACT_SENTENCES,
];
