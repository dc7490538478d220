const NAMES: readonly (readonly [name: string, code: string])[] = (
  'Alabama AL,Alaska AK,Arizona AZ,Arkansas AR,California CA,Colorado CO,Connecticut CT,Delaware DE,' +
  'District of Columbia DC,Florida FL,Georgia GA,Hawaii HI,Idaho ID,Illinois IL,Indiana IN,Iowa IA,Kansas KS,' +
  'Kentucky KY,Louisiana LA,Maine ME,Maryland MD,Massachusetts MA,Michigan MI,Minnesota MN,Mississippi MS,' +
  'Missouri MO,Montana MT,Nebraska NE,Nevada NV,New Hampshire NH,New Jersey NJ,New Mexico NM,New York NY,' +
  'North Carolina NC,North Dakota ND,Ohio OH,Oklahoma OK,Oregon OR,Pennsylvania PA,Rhode Island RI,' +
  'South Carolina SC,South Dakota SD,Tennessee TN,Texas TX,Utah UT,Vermont VT,Virginia VA,Washington WA,' +
  'West Virginia WV,Wisconsin WI,Wyoming WY'
)
  .split(',')
  .map((entry) => [entry.slice(0, -3), entry.slice(-2)]);

const STATES = new Map(
  NAMES.flatMap(([name, code]) => [[name.toLowerCase(), code] as const, [code.toLowerCase(), code] as const]),
);

/** Two letters for a state of the US or DC in any common form (`texas`, `Tx.`, `TX`), else the text as written. */
export const toState = (written: string) =>
  STATES.get(written.replaceAll('.', '').replace(/\s+/g, ' ').toLowerCase()) ?? written;

export const isState = (written: string) => STATES.has(written.replaceAll('.', '').toLowerCase());

/**
 * Older abbreviations and longer names of states, then territories and the places of military mail. Sources: USPS
 * Publication 28, appendix B; GPO Style Manual, 9.47; and what addresses before 1963 have.
 */
const OTHER_NAMES = `
AL Ala
AK Alas
AZ Ariz
AR Ark
CA Calif|Cal
CO Colo|Col
CT Conn
DE Del
DC Wash DC|Washington DC|Dist of Columbia
FL Fla
HI Haw
ID Ida
IL Ill|Ills
IN Ind
KS Kan|Kans
MA Mass
MI Mich
MN Minn
MS Miss
MT Mont
NE Neb|Nebr
NV Nev
NH N Hamp|N Hampshire
NJ N Jersey
NM N Mex|New Mex|N Mexico
NC N Car|No Car|N Carolina|No Carolina
ND N Dak|No Dak|N Dakota|No Dakota
OK Okla
OR Ore|Oreg
PA Penn|Penna
RI R Isl|R Island
SC S Car|So Car|S Carolina|So Carolina
SD S Dak|So Dak|S Dakota|So Dakota
TN Tenn
TX Tex
VA Virg
WA Wash|Washington State
WV W Va|West Va|W Virg|W Virginia
WI Wis|Wisc
WY Wyo
PR Puerto Rico|Porto Rico
VI Virgin Islands|US Virgin Islands|USVI
GU Guam
MP Northern Mariana Islands|Northern Marianas|CNMI
AS American Samoa
FM Federated States of Micronesia
MH Marshall Islands
PW Palau
AA Armed Forces Americas
AE Armed Forces Europe
AP Armed Forces Pacific`;

/** States and territories by everything they are called, as `keyOf` has it. */
const VALUES = new Map<string, string>();
for (const [name, code] of NAMES) for (const each of [name, code]) VALUES.set(keyOf(each), code);
for (const line of OTHER_NAMES.trim().split('\n')) {
  const code = line.slice(0, 2);
  for (const name of [code, ...line.slice(3).split('|')]) VALUES.set(keyOf(name), code);
}

/** Letters alone: `N. Mex.` and `n mex` are the same. */
function keyOf(written: string): string {
  return written.toLowerCase().replace(/[\s.,_-]/g, '');
}

/**
 * Two letters for a value that is a US state or territory: names, USPS codes, older abbreviations (`Tex.`, `Calif.`,
 * `Penna.`), `State of Texas` and `US-TX`. `null`: none of them. For words of a sentence, `toState` reads less.
 */
export function readState(written: string): string | null {
  const name = written.trim().replace(/^(?:the )?(?:state|commonwealth) of /i, '');
  return VALUES.get(keyOf(name)) ?? VALUES.get(keyOf(name.replace(/^usa?-/i, ''))) ?? null;
}

const TERRITORY_NAMES: Readonly<Record<string, string>> = {
  PR: 'Puerto Rico',
  VI: 'the US Virgin Islands',
  GU: 'Guam',
  MP: 'the Northern Mariana Islands',
  AS: 'American Samoa',
};

const NO_ARTICLE = /^the /;

/** US states and territories to choose from, by name: `{ value: 'Texas', label: 'TX' }`. */
export const STATE_CHOICES: readonly { readonly value: string; readonly label: string }[] = [
  ...NAMES,
  ...Object.entries(TERRITORY_NAMES).map(([code, name]) => [name.replace(NO_ARTICLE, ''), code] as const),
]
  .map(([value, label]) => ({ value, label }))
  .toSorted((a, b) => a.value.localeCompare(b.value));

/** The same for a list of options. Source: platform, "Option lists". */
export const STATE_OPTIONS: readonly { readonly value: string; readonly label: string }[] = [
  { value: '', label: 'Select A State' },
  ...STATE_CHOICES.map(({ value, label }) => ({ value: label, label: value })),
];

/** `Texas` for `TX`, else the text as given. */
export const stateName = (code: string): string =>
  NAMES.find(([, own]) => own === code)?.[0] ?? TERRITORY_NAMES[code] ?? code;
