import type { Role } from '#contract/access.contract.ts';

/** The password of all users in the demo world; the sign-in page shows it in demo. */
export const DEMO_PASSWORD = 'bellwether-demo';

export interface DemoPerson {
  readonly username: string;
  readonly name: readonly [first: string, last: string];
  readonly roles: readonly Role[];
  /** Manager's username. `null`: the top of the tree. */
  readonly manager: string | null;
  /** Index of the business unit. */
  readonly unit: number;
  /** Share of the account's contacts; 0: none. */
  readonly share: number;
  readonly traits: DemoTraits;
}

/** Flags that trigger a guard or a plan; absent: like everyone. */
export interface DemoTraits {
  readonly unpaid?: true;
  readonly mustChangePassword?: true;
  readonly mustUseTwoFactor?: true;
  /** Has not yet accepted the terms of use. */
  readonly newToTerms?: true;
  /** Has the wallet and the premium max-plus plan. */
  readonly premium?: true;
  /** Has the wallet alone: those who manage share the agency's. */
  readonly wallet?: true;
}

export interface DemoAgency {
  readonly name: string;
  readonly brand: string;
  readonly number: string;
  readonly domain: string;
  /** Phone of the user; no contact has it, so that calls to contacts never ring for a user. */
  readonly areaCode: string;
  readonly units: readonly (readonly [number: string, name: string])[];
  readonly people: readonly DemoPerson[];
  readonly contacts: number;
  readonly pools: readonly { readonly name: string; readonly holders: readonly string[] }[];
  /** Type of everyone in its book. `null`: leads and clients. */
  readonly contactType: 'recruit' | null;
}

const person = (
  username: string,
  first: string,
  last: string,
  role: Role | readonly Role[],
  manager: string | null,
  unit: number,
  share = 0,
  traits: DemoTraits = {},
): DemoPerson => ({
  username,
  name: [first, last],
  roles: typeof role === 'string' ? [role] : role,
  manager,
  unit,
  share,
  traits,
});

/** The agency of the default brand: 1 admin, 2 business-unit admins, 3 managers, 12 agents, a relationship manager, a basic user. */
const gulfCoast: DemoAgency = {
  name: 'Gulf Coast Senior Benefits',
  brand: 'bellwether',
  number: 'A-100',
  domain: 'gulfcoast.example.com',
  areaCode: '656',
  units: [
    ['BU-1', 'Gulf Coast'],
    ['BU-2', 'Hill Country'],
  ],
  contacts: 5_000,
  pools: [
    { name: 'Turning 65 shelf', holders: ['agent', 'priya', 'manager'] },
    { name: 'Orphan policies', holders: ['manager', 'manager.naples', 'manager.hill'] },
  ],
  contactType: null,
  people: [
    person('admin', 'Ingrid', 'Sato', 'admin', null, 0, 0, { wallet: true }),
    person('relationship', 'Thea', 'Lindqvist', 'relationship_manager', 'admin', 0),
    person('buadmin.gulf', 'Calvin', 'Osei', 'bu_admin', 'admin', 0),
    person('buadmin.hill', 'Renata', 'Kovacs', 'bu_admin', 'admin', 1),
    person('manager', 'Marcus', 'Ellery', 'manager', 'buadmin.gulf', 0, 1, { wallet: true }),
    person('manager.naples', 'Hollis', 'Vance', 'manager', 'buadmin.gulf', 0, 1),
    person('manager.hill', 'Bernadette', 'Ortiz', 'manager', 'buadmin.hill', 1, 1),
    person('agent', 'Dana', 'Whitfield', 'agent', 'manager', 0, 12, { premium: true }),
    person('priya', 'Priya', 'Raman', 'agent', 'manager', 0, 4),
    person('terrell', 'Terrell', 'Boone', 'agent', 'manager', 0, 4, { newToTerms: true }),
    person('lucia', 'Lucía', 'Marchetti', 'agent', 'manager', 0, 4),
    person('joonho', 'Joon-ho', 'Seo', 'agent', 'manager', 0, 4),
    person('aleksander', 'Aleksander', 'Krol', 'agent', 'manager.naples', 0, 4),
    person('grace', 'Grace', 'Nakamura', 'agent', 'manager.naples', 0, 4),
    person('emeka', 'Emeka', 'Okafor', 'agent', 'manager.naples', 0, 3),
    person('sofia', 'Sofía', 'Delgado', 'agent', 'manager.hill', 1, 3),
    person('wyatt', 'Wyatt', 'Tran', 'agent', 'manager.hill', 1, 3, { mustUseTwoFactor: true }),
    person('noor', 'Noor', 'Haddad', 'agent', 'manager.hill', 1, 3, { unpaid: true }),
    person('caleb', 'Caleb', 'Fitzgerald', 'agent', 'manager.hill', 1, 3, { mustChangePassword: true }),
    person('basic', 'Opal', 'Jennings', 'basic', 'manager', 0, 1),
  ],
};

const small = (
  brand: string,
  number: string,
  name: string,
  domain: string,
  areaCode: string,
  people: readonly DemoPerson[],
): DemoAgency => ({
  name,
  brand,
  number,
  domain,
  areaCode,
  units: [['BU-1', name]],
  contacts: 120,
  pools: [],
  contactType: null,
  people,
});

export const DEMO_AGENCIES: readonly DemoAgency[] = [
  gulfCoast,
  small('silverline', 'A-200', 'Silverline Medicare Group', 'silverline.example.com', '602', [
    person('silver.admin', 'Miriam', 'Adler', 'admin', null, 0),
    person('silver.manager', 'Desmond', 'Pruitt', 'manager', 'silver.admin', 0),
    person('silver.agent', 'Yolanda', 'Reyes', 'agent', 'silver.manager', 0, 2),
    person('silver.basic', 'Gus', 'Albright', 'basic', 'silver.manager', 0, 1),
  ]),
  small('stillwater', 'A-300', 'Stillwater Pre-Need', 'stillwater.example.com', '614', [
    person('still.admin', 'Eleanor', 'Whitcombe', 'admin', null, 0),
    person('still.manager', 'Amos', 'Teller', 'manager', 'still.admin', 0),
    person('still.agent', 'Ruth', 'Vandermeer', 'agent', 'still.manager', 0, 2),
  ]),
  {
    ...small('talentpath', 'A-400', 'Talentpath Partners', 'talentpath.example.com', '303', [
      person('talent.admin', 'Simone', 'Laurent', 'admin', null, 0),
      person('talent.lead', 'Victor', 'Nwosu', 'manager', 'talent.admin', 0),
      person('talent.recruiter', 'Hana', 'Petrova', 'agent', 'talent.lead', 0, 2),
      person('talent.pool', 'Iris', 'Calloway', ['pool_holder', 'basic'], 'talent.lead', 0, 1),
    ]),
    contactType: 'recruit',
  },
];

/** Numbers of the accounts assigned to a relationship manager. */
export const DEMO_ASSIGNMENTS = [{ username: 'relationship', accounts: ['A-100', 'A-200'] }] as const;

/** Shown on the sign-in page in demo and development. */
export const DEMO_SIGN_INS = [
  { username: 'agent', about: 'Dana Whitfield, her own book' },
  { username: 'manager', about: 'Marcus Ellery, a team of six' },
  { username: 'admin', about: 'Ingrid Sato, the whole agency' },
] as const;
