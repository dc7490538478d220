/** Pricing rule of a state: one rate for all, rates by age at issue, or the company's choice. */
export type PricingRule = 'community' | 'issue' | 'open';

export interface SampleState {
  /** Percent of what rates are elsewhere. */
  readonly level: number;
  readonly pricing: PricingRule;
  /** Plans that people under 65 may buy. `null`: none. */
  readonly under65: 'all' | 'A' | null;
}

/**
 * Price level, then the state's pricing rule and its rule for people under 65. Levels are invented; source of the rest:
 * KFF, "Medigap Enrollment and Consumer Protections Vary Across States", simplified.
 */
const TABLE = `
AL 98
AK 104
AZ 101 issue
AR 103 community all
CA 112 all
CO 102 all
CT 128 community all
DC 106
DE 104 all
FL 118 issue all
GA 104 issue all
HI 95 all
ID 99 issue all
IL 105 all
IN 102
IA 97
KS 101 all
KY 101 all
LA 105 all
ME 116 community all
MD 106 A
MI 103 all
MS 101 all
MO 103 issue all
MT 99 all
NE 100
NV 105
NH 104 issue all
NJ 111 all
NM 97
NY 139 community all
NC 99 A
ND 98
OH 102
OK 102 A
OR 103 all
PA 105 all
RI 105
SC 100
SD 99 all
TN 101 all
TX 100 A
UT 98
VT 114 community all
VA 99 all
WA 115 community
WV 101
WY 98`;

export const SAMPLE_STATES: ReadonlyMap<string, SampleState> = new Map(
  TABLE.trim()
    .split('\n')
    .map((line): [string, SampleState] => {
      const [state = '', level = '', ...words] = line.split(' ');
      const pricing = words.includes('community') ? 'community' : words.includes('issue') ? 'issue' : 'open';
      const under65 = words.includes('all') ? 'all' : words.includes('A') ? 'A' : null;
      return [state, { level: Number(level), pricing, under65 }];
    }),
);

/** Percent of the state's rates where a ZIP code begins so; elsewhere they are the state's. Invented. */
export const AREA_LEVELS: Readonly<Record<string, number>> = {
  '100': 112,
  '104': 112,
  '112': 114,
  '142': 92,
  '152': 96,
  '191': 113,
  '212': 108,
  '303': 107,
  '314': 98,
  '328': 103,
  '331': 119,
  '333': 116,
  '334': 113,
  '336': 104,
  '344': 97,
  '482': 115,
  '606': 112,
  '701': 109,
  '752': 107,
  '761': 105,
  '770': 110,
  '775': 108,
  '782': 98,
  '785': 94,
  '787': 101,
  '799': 95,
  '850': 106,
  '891': 109,
  '900': 117,
  '902': 115,
  '921': 106,
  '941': 109,
  '981': 104,
};
