import type { MedigapPlan } from '#contract/chat/reply.contract.ts';

/** A company that no one can buy from: names and rates are invented. */
export interface SampleCompany {
  readonly key: string;
  readonly name: string;
  /** Financial strength, in the letters of A.M. Best. `null` for a company too young for one. */
  readonly rating: string | null;
  /** Pricing where the state leaves it open. */
  readonly pricing: 'attained' | 'issue';
  /** Household discount in percent. */
  readonly household: number;
  /** Percent less for who pays a whole year. */
  readonly yearly: number;
  /** Percent more for a man, and for tobacco. */
  readonly man: number;
  readonly tobacco: number;
  /** Thousandths of the rate at 65 that each year of age adds. */
  readonly growth: number;
  /** Cents a month of a woman of 65 without tobacco, where rates are neither high nor low; a plan that is absent is not sold. */
  readonly rates: ReadonlyMap<MedigapPlan, number>;
  readonly states: ReadonlySet<string>;
}

type Terms = Omit<SampleCompany, 'rates' | 'states'>;

const company = (terms: Terms, rates: string, states: string): SampleCompany => ({
  ...terms,
  rates: new Map(
    rates.split(', ').map((entry) => {
      const [plan, cents] = entry.split(' ');
      return [plan as MedigapPlan, Number(cents)];
    }),
  ),
  states: new Set(states.split(' ')),
});

const SOUTH = 'AL AR FL GA KY LA MS NC OK SC TN TX VA WV';
const WEST = 'AK AZ CA CO HI ID MT NM NV OR UT WA WY';
const MIDDLE = 'IA IL IN KS MI MO ND NE OH SD';
const EAST = 'CT DC DE MD ME NH NJ NY PA RI VT';

/** Invented, all of them. */
export const SAMPLE_COMPANIES: readonly SampleCompany[] = [
  company(
    {
      key: 'windlebury',
      name: 'Windlebury Mutual',
      rating: 'A',
      pricing: 'attained',
      household: 7,
      yearly: 0,
      man: 12,
      tobacco: 12,
      growth: 31,
    },
    'A 10710, B 13380, C 16920, D 13890, F 16190, G 12175, HDF 3960, HDG 3890, N 9535',
    `${SOUTH} ${MIDDLE} AZ CO NM NV UT`,
  ),
  company(
    {
      key: 'tallowbrook',
      name: 'Tallowbrook Life',
      rating: 'A-',
      pricing: 'attained',
      household: 0,
      yearly: 0,
      man: 10,
      tobacco: 10,
      growth: 28,
    },
    'A 10980, F 16640, G 12640, HDG 4110, K 6480, L 9420, N 9390',
    `${SOUTH} ${MIDDLE}`,
  ),
  company(
    {
      key: 'harborlight',
      name: 'Harborlight',
      rating: 'A+',
      pricing: 'attained',
      household: 5,
      yearly: 0,
      man: 11,
      tobacco: 15,
      growth: 27,
    },
    'A 11340, B 14010, C 18120, D 14720, F 17210, G 13110, HDF 4290, HDG 4180, L 9880, N 10240',
    `${SOUTH} ${WEST} ${MIDDLE} ${EAST}`,
  ),
  company(
    {
      key: 'fernhollow',
      name: 'Fernhollow Mutual',
      rating: 'B++',
      pricing: 'attained',
      household: 10,
      yearly: 2,
      man: 13,
      tobacco: 12,
      growth: 34,
    },
    'A 11020, F 17480, G 13345, HDG 3995, N 9970',
    'AL AR GA KY LA MS NC OK SC TN TX',
  ),
  company(
    {
      key: 'coppervale',
      name: 'Coppervale Life',
      rating: 'A',
      pricing: 'attained',
      household: 7,
      yearly: 3,
      man: 12,
      tobacco: 10,
      growth: 30,
    },
    'A 11560, B 14370, D 15010, F 17820, G 13590, HDG 4230, N 10480',
    `${WEST} ${SOUTH} IA KS NE SD`,
  ),
  company(
    {
      key: 'thistlewick',
      name: 'Thistlewick Assurance',
      rating: 'A-',
      pricing: 'issue',
      household: 12,
      yearly: 0,
      man: 9,
      tobacco: 14,
      growth: 33,
    },
    'A 11790, C 18460, F 18050, G 13825, M 13080, N 10350',
    `${SOUTH} ${EAST} IL IN MO OH`,
  ),
  company(
    {
      key: 'oakenshire',
      name: 'Oakenshire Insurance',
      rating: 'A+',
      pricing: 'issue',
      household: 6,
      yearly: 0,
      man: 10,
      tobacco: 15,
      growth: 26,
    },
    'A 12010, B 14890, C 18940, F 18370, G 14160, HDF 4520, HDG 4390, K 6890, L 10240, N 10890',
    `${EAST} ${SOUTH} ${WEST}`,
  ),
  company(
    {
      key: 'larkhollow',
      name: 'Larkhollow Life',
      rating: 'B++',
      pricing: 'attained',
      household: 5,
      yearly: 4,
      man: 14,
      tobacco: 12,
      growth: 36,
    },
    'A 11880, F 18690, G 14435, N 10610',
    'AZ CO FL KS MO NM NV OK TX UT WY',
  ),
  company(
    {
      key: 'quarrowfield',
      name: 'Quarrowfield Mutual',
      rating: 'A',
      pricing: 'attained',
      household: 8,
      yearly: 0,
      man: 11,
      tobacco: 11,
      growth: 29,
    },
    'A 12240, B 15230, D 16080, F 18980, G 14720, HDG 4460, L 10520, N 11150',
    `${MIDDLE} ${SOUTH} PA NJ MD`,
  ),
  company(
    {
      key: 'pendlewick',
      name: 'Pendlewick Life',
      rating: 'A-',
      pricing: 'issue',
      household: 0,
      yearly: 5,
      man: 8,
      tobacco: 12,
      growth: 25,
    },
    'A 12530, F 19420, G 15090, HDF 4610, HDG 4480, N 11290',
    `${SOUTH} DE MD PA CA OR WA`,
  ),
  company(
    {
      key: 'brindlecross',
      name: 'Brindlecross Assurance',
      rating: 'A',
      pricing: 'attained',
      household: 7,
      yearly: 0,
      man: 12,
      tobacco: 15,
      growth: 32,
    },
    'A 12910, C 20130, F 19870, G 15475, K 7240, N 11640',
    `${WEST} TX LA OK AR MO`,
  ),
  company(
    {
      key: 'dunsparrow',
      name: 'Dunsparrow Life',
      rating: 'A',
      pricing: 'attained',
      household: 10,
      yearly: 0,
      man: 12,
      tobacco: 10,
      growth: 30,
    },
    'A 11470, F 17560, G 13470, HDG 4140, N 10390',
    `${EAST} FL GA NC SC VA OH MI`,
  ),
  company(
    {
      key: 'emberlow',
      name: 'Emberlow Insurance',
      rating: 'B+',
      pricing: 'attained',
      household: 0,
      yearly: 0,
      man: 13,
      tobacco: 13,
      growth: 35,
    },
    'A 10890, F 16980, G 12980, N 9840',
    `${WEST} IA ND NE SD FL`,
  ),
  company(
    {
      key: 'saltwether',
      name: 'Saltwether Mutual',
      rating: null,
      pricing: 'attained',
      household: 9,
      yearly: 3,
      man: 11,
      tobacco: 12,
      growth: 31,
    },
    'A 11230, G 12790, HDG 3940, N 9760',
    'AL FL GA MS NC SC VA MD DE',
  ),
];
