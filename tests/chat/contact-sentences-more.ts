import { between, by, chosen, type ContactSentence, empty } from './agency-words.ts';

const NEWEST_FIRST = { order_field: 'created_at', order: 'desc' } as const;

const MANAGERS: readonly ContactSentence[] = [
  { said: "my team's hot leads", scope: { search: [chosen('tag', 'hot')], type: 'lead', contact_group: 'downline' } },
  {
    said: "show me Dana's leads that were never called",
    scope: {
      search: [chosen('owner', 'Dana Whitfield'), empty('last_call_at')],
      type: 'lead',
      contact_group: 'all_agents',
    },
  },
  {
    said: 'what has my downline got for leads added this week',
    scope: {
      search: between('created_at', '2026-11-14', '2026-11-22'),
      type: 'lead',
      contact_group: 'downline',
    },
  },
  {
    said: "pull Priya and Joon-ho's quoted people",
    scope: {
      search: [chosen('owner', ['Priya Raman', 'Joon-ho Park']), chosen('status', 'Quoted')],
      contact_group: 'all_agents',
    },
  },
  {
    said: "all mine and my team's clients in Georgia over 70",
    scope: {
      search: [by('state', 'GA'), by('dob', '1955-11-22', 'before')],
      type: 'client',
      contact_group: 'all_agents',
    },
  },
  {
    said: 'everybody in the agency tagged do not mail',
    scope: { search: [chosen('tag', 'do not mail')], contact_group: 'all' },
  },
  {
    said: "my agents' overdue follow ups oldest first",
    scope: {
      search: [by('follow_up_on', '2026-11-21', 'before')],
      contact_group: 'downline',
      order_field: 'created_at',
    },
  },
  {
    said: "which of Marcus Ellery's contacts havent been touched in 60 days",
    scope: {
      search: [chosen('owner', 'Marcus Ellery'), by('last_touch_at', '2026-09-22', 'not_since')],
      contact_group: 'all_agents',
    },
  },
  {
    said: 'deleted contacts from Tampa',
    scope: { search: [by('city', 'Tampa')], contact_group: 'deleted' },
  },
  {
    said: 'recruits my downline added last month',
    scope: {
      search: between('created_at', '2026-09-30', '2026-11-01'),
      type: 'recruit',
      contact_group: 'downline',
    },
  },
  {
    said: "who on Joon-ho's list is in danger of leaving",
    scope: { search: [chosen('owner', 'Joon-ho Park')], contact_group: 'all_agents' },
    asks: ['in danger of leaving'],
  },
  {
    said: 'all contacts in the agency without a tag, by city',
    scope: { search: [empty('tag')], contact_group: 'all', order_field: 'city' },
  },
  { said: 'whats sitting in the Houston desk pool', scope: { search: [chosen('pool', 'Houston desk')] } },
  { said: 'everybody who is in a workflow right now', scope: { contact_group: 'workflow' } },
];

const SPANISH: readonly ContactSentence[] = [
  {
    said: 'spanish speakers in Brownsville',
    scope: { search: [by('language', 'spanish'), by('city', 'Brownsville')] },
  },
  { said: 'clients tagged Spanish', scope: { search: [chosen('tag', 'Spanish')], type: 'client' } },
  { said: 'spanish leads', scope: { type: 'lead' }, asks: ['spanish'] },
  {
    said: 'dame los leads de Facebook en Houston',
    scope: { search: [by('source', 'Facebook'), by('city', 'Houston')], type: 'lead' },
  },
  {
    said: 'clientes que hablan español en McAllen y Laredo',
    scope: { search: [by('language', 'spanish'), by('city', ['McAllen', 'Laredo'])], type: 'client' },
  },
  { said: 'busca a José Hernández', scope: { q: 'José Hernández', forgiving: true } },
  {
    said: 'mis clientes que cumplen 65 este mes',
    scope: { search: between('dob', '1961-10-31', '1961-12-01'), type: 'client' },
  },
  {
    said: 'spanish speaking ladies over 60 en El Paso por favor',
    scope: {
      search: [
        by('language', 'spanish'),
        by('gender', 'female'),
        by('dob', '1965-11-22', 'before'),
        by('city', 'El Paso'),
      ],
    },
  },
  { said: 'folks that dont speak spanish', scope: { search: [by('language', 'spanish', 'not')] } },
];

const TYPOS: readonly ContactSentence[] = [
  { said: 'contcts in texs', scope: { search: [by('state', 'TX')] } },
  {
    said: 'cleints wihtout an emial',
    scope: { search: [empty('email')], type: 'client' },
  },
  {
    said: 'leeds from facebok added yesteday',
    scope: { search: [by('source', 'Facebook'), by('created_at', '2026-11-20')], type: 'lead' },
  },
  { said: 'show me poeple taged hot in arizna', scope: { search: [chosen('tag', 'hot'), by('state', 'AZ')] } },
  { said: 'follwo ups due tomorow', scope: { search: [by('follow_up_on', '2026-11-22')] } },
  {
    said: 'refferals form the last 30 dayz, newst first',
    scope: { search: [by('source', 'Referral'), by('created_at', '2026-10-21', 'after')], ...NEWEST_FIRST },
  },
];

const LONG: readonly ContactSentence[] = [
  {
    said: 'ok so I need medicare leads in Ohio turning 65 in the next 6 months that came from direct mail and have not been called',
    scope: {
      search: [
        by('state', 'OH'),
        ...between('dob', '1961-11-20', '1962-05-22'),
        by('source', 'Direct mail'),
        empty('last_call_at'),
      ],
      category: 'Medicare',
      type: 'lead',
    },
  },
  {
    said: 'men between 60 and 64 in Mobile or Birmingham with a phone and an email, not tagged do not mail',
    scope: {
      search: [
        by('gender', 'male'),
        ...between('dob', '1961-11-21', '1966-11-22'),
        by('city', ['Mobile', 'Birmingham']),
        by('phone', '', 'not_empty'),
        by('email', '', 'not_empty'),
        chosen('tag', 'do not mail', 'not'),
      ],
    },
  },
  {
    said: 'give me the top 25 final expense leads in TN and KY over 55 added in the last 2 weeks newest first',
    scope: {
      search: [by('state', ['TN', 'KY']), by('dob', '1970-11-22', 'before'), by('created_at', '2026-11-06', 'after')],
      category: 'Final expense',
      type: 'lead',
      ...NEWEST_FIRST,
      select_n: 25,
    },
  },
  {
    said: "Priya's clients in Phoenix tagged AEP 2026 that nobody has talked to since September 15",
    scope: {
      search: [chosen('owner', 'Priya Raman'), by('city', 'Phoenix'), chosen('tag', 'AEP 2026')],
      type: 'client',
      contact_group: 'all_agents',
    },
    asks: ['nobody has talked to since September 15'],
  },
  {
    said: 'church members over 75 in Jackson Mississippi with no follow up and status contacted',
    scope: {
      search: [
        chosen('group', 'Church members'),
        by('dob', '1950-11-22', 'before'),
        by('city', 'Jackson'),
        by('state', 'MS'),
        empty('follow_up_on'),
        chosen('status', 'Contacted'),
      ],
    },
  },
  {
    said: 'recruits in Florida that speak spanish, came in from the web form this month and are not marked not interested',
    scope: {
      search: [
        by('state', 'FL'),
        by('language', 'spanish'),
        by('source', 'Web form'),
        ...between('created_at', '2026-10-31', '2026-12-01'),
        chosen('status', 'Not interested', 'not'),
      ],
      type: 'recruit',
    },
  },
  {
    said: 'hot or callback leads in the 713 area code that I have not called this week, soonest follow-up first',
    scope: {
      search: [
        chosen('tag', ['hot', 'callback']),
        by('phone', '713', 'starts_with'),
        by('last_call_at', '2026-11-15', 'not_since'),
      ],
      type: 'lead',
      order_field: 'follow_up_on',
    },
  },
  {
    said: 'life clients not in Texas with an application out, a December birthday and a bad email',
    scope: {
      search: [
        by('state', 'TX', 'not'),
        chosen('status', 'Application out'),
        by('birth_month', '12'),
        by('email_status', 'invalid'),
      ],
      category: 'Life',
      type: 'client',
    },
  },
  {
    said: 'married women over 62 in Plano who smoke and were quoted last month',
    scope: { search: [by('gender', 'female'), by('dob', '1963-11-22', 'before'), by('city', 'Plano')] },
    asks: ['married', 'smoke', 'quoted last month'],
  },
  {
    said: 'medicare clients in Shreveport turning 70 next year on Humana, never called, first 100',
    scope: {
      search: [
        by('city', 'Shreveport'),
        by('dob', '1956-12-31', 'after'),
        by('dob', '1958-01-01', 'before'),
        by('policy_carrier', 'Humana', 'contains'),
        by('last_call_at', '', 'empty'),
      ],
      category: 'Medicare',
      type: 'client',
      select_n: 100,
    },
  },
];

const ORDER: readonly ContactSentence[] = [
  {
    said: 'my spring seminar leads newest first',
    scope: { search: [chosen('group', 'Spring seminar')], type: 'lead', ...NEWEST_FIRST },
  },
  {
    said: 'letter sent prospects in Iowa alphabetical',
    scope: { search: [chosen('agentflow_status', 'Letter sent'), by('state', 'IA')], type: 'lead' },
  },
  {
    said: 'first 20 dental clients by first name',
    scope: { category: 'Dental', type: 'client', order_field: 'first_name', select_n: 20 },
  },
  {
    said: 'top 50 VIPs, longest untouched first',
    scope: { search: [chosen('tag', 'VIP')], order_field: 'last_touch_at', select_n: 50 },
  },
  { said: 'just gimme 10 walk-ins', scope: { search: [chosen('group', 'Walk-ins')], select_n: 10 } },
  {
    said: 'possible duplicates with the same last name and address',
    scope: { duplicate: { is_duplicate: true, last_name: true, address: true } },
  },
];

const ASKED_BACK: readonly ContactSentence[] = [
  { said: 'seminar people', scope: {}, asks: ['seminar'] },
  { said: 'leads in Washington', scope: { type: 'lead' }, asks: ['Washington'] },
  { said: 'clients near Waco', scope: { type: 'client' }, asks: ['near Waco'] },
  {
    said: 'prospects within 20 miles of Katy over 64',
    scope: { search: [by('dob', '1961-11-22', 'before')], type: 'lead' },
    asks: ['within 20 miles of Katy'],
  },
  {
    said: 'who opened my mail about open enrollment',
    scope: {},
    asks: ['opened my mail about open enrollment'],
  },
  { said: 'everybody in Texas or tagged hot', scope: {}, asks: ['in Texas or tagged hot'] },
  {
    said: 'all clients except Houston people tagged VIP',
    scope: { type: 'client' },
    asks: ['except Houston people tagged VIP'],
  },
  { said: 'the important ones', scope: {}, asks: ['important ones'] },
  { said: 'diabetics in Alabama', scope: { search: [by('state', 'AL')] }, asks: ['diabetics'] },
  {
    said: 'leads in Nevada making under 30k a year',
    scope: { search: [by('state', 'NV')], type: 'lead' },
    asks: ['making under 30k a year'],
  },
  {
    said: 'customers whose policy lapsed this year',
    scope: { type: 'client' },
    asks: ['policy lapsed this year'],
  },
  { said: 'T65s in Missouri', scope: { search: [by('state', 'MO')] }, asks: ['T65s'] },
  { said: 'who are my new leads', scope: { type: 'lead' }, asks: ['new'] },
  {
    said: 'referrals most likely to buy',
    scope: { search: [by('source', 'Referral')] },
    asks: ['most likely to buy'],
  },
  { said: 'georgia', scope: {}, asks: ['georgia'] },
  {
    said: 'older clients i should check in on in Tulsa',
    scope: { search: [by('city', 'Tulsa')], type: 'client' },
    asks: ['older', 'should check in on'],
  },
];

export const MORE_CONTACT_SENTENCES: readonly ContactSentence[] = [
  ...MANAGERS,
  ...SPANISH,
  ...TYPOS,
  ...LONG,
  ...ORDER,
  ...ASKED_BACK,
];
