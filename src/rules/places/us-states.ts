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

/** `Texas` for `TX`, else the text as given. */
export const stateName = (code: string): string => NAMES.find(([, own]) => own === code)?.[0] ?? code;
