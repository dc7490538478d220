import type { DemoAgency } from './demo-people.ts';

/** Payer of the user's minutes; absent: the dialer is switched on for them. */
interface DemoDialer {
  readonly pays: 'manager' | 'self' | 'nobody';
  readonly active?: false;
  /** A manager's minutes per month. */
  readonly allocation?: number;
  readonly unpaid?: true;
  /** Minutes already used this month. */
  readonly spent?: number;
  /** Minutes they have requested. */
  readonly asks?: number;
}

/** Every state that a dialer can be in. */
const DIALERS: Readonly<Record<string, DemoDialer>> = {
  agent: { pays: 'manager', allocation: 500 },
  priya: { pays: 'manager', allocation: 120, spent: 108 },
  joonho: { pays: 'manager', allocation: 90, spent: 90 },
  emeka: { pays: 'manager', allocation: 60, spent: 60, asks: 200 },
  grace: { pays: 'manager', allocation: 300, unpaid: true },
  terrell: { pays: 'self' },
  aleksander: { pays: 'self' },
  manager: { pays: 'self' },
  wyatt: { pays: 'self', active: false },
  caleb: { pays: 'manager', allocation: 300 },
  noor: { pays: 'manager', allocation: 300 },
  sofia: { pays: 'nobody' },
  basic: { pays: 'nobody' },
  'silver.agent': { pays: 'manager', allocation: 300 },
  'silver.basic': { pays: 'manager', allocation: 100 },
  'still.agent': { pays: 'manager', allocation: 300 },
  'talent.recruiter': { pays: 'self' },
};

export const demoDialerOf = (username: string): DemoDialer | null => DIALERS[username] ?? null;

/** Agencies whose company pays for all users, with its minutes per month. */
export const DEMO_COMPANIES: Readonly<Record<string, number>> = { 'A-200': 2_000 };

const lineOf = ({ areaCode }: DemoAgency, last: string) => `+1${areaCode}55501${last}`;

/** Rings at the whole team of the first manager. */
export const teamLine = (agency: DemoAgency) => lineOf(agency, '90');
export const echoLine = (agency: DemoAgency) => lineOf(agency, '99');
export const numberOf = (agency: DemoAgency, username: string) =>
  lineOf(agency, String(agency.people.findIndex((person) => person.username === username)).padStart(2, '0'));

/** Users rung by the team line. */
export function teamOf({ people }: DemoAgency): readonly string[] {
  const lead = people.find(({ roles }) => roles.includes('manager'))?.username;
  return people
    .filter(({ manager, roles }) => manager === lead && roles.includes('agent'))
    .map(({ username }) => username);
}
