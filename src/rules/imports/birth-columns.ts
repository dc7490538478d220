/** A part of a birth date, and the column that holds it. */
export type BirthField = 'dob_day' | 'dob_month' | 'dob_year';

interface Column {
  readonly header: string;
  readonly samples: readonly string[];
}

/** Words that tell that a date is one of birth. */
const BIRTH = /birthdate|birthday|birth|dob|born|bday|geburts?|nacimiento|naissance/g;

const WHOSE = /contact|client|customer|insured|member|beneficiary|applicant|person|lead|primary/g;
const BETWEEN = /(?:of|de|du|date|fecha)(?=.)|(?<=.)(?:of|de|du|date)$/g;

const PARTS: readonly (readonly [BirthField, RegExp])[] = [
  ['dob_month', /^(m|mm|mon|mth|month|mes|mois|monat)$/],
  ['dob_day', /^(d|dd|day|dia|jour|tag)$/],
  ['dob_year', /^(y|yy|yyyy|yr|year|ano|annee|jahr|jjjj|aaaa)$/],
];

/** The header in letters and digits, also those in parentheses. */
const folded = (header: string) =>
  header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');

function partOf(header: string): BirthField | null {
  const text = folded(header);
  const rest = text.replace(BIRTH, '');
  if (rest === text) return null;
  const part = rest.replace(WHOSE, '').replace(BETWEEN, '');
  return PARTS.find(([, pattern]) => pattern.test(part))?.[0] ?? null;
}

/** Spelled like a whole date, next to columns of month and year it is the day. */
const isDay = ({ header, samples }: Column) => {
  const filled = samples.map((sample) => sample.trim()).filter(Boolean);
  return (
    /^(birthday|geburtstag|bday)$/.test(folded(header)) &&
    filled.length > 0 &&
    filled.every((sample) => /^([1-9]|[012]\d|3[01])(\.0+)?$/.test(sample))
  );
};

/** The columns of a birth date in three parts, by place; empty unless there is one of each. */
export function birthColumns(columns: readonly Column[]): ReadonlyMap<number, BirthField> {
  const found = columns.flatMap(({ header }, index) => {
    const part = partOf(header);
    return part === null ? [] : [[index, part] as const];
  });
  const day = found.some(([, part]) => part === 'dob_day') ? -1 : columns.findIndex(isDay);
  if (day !== -1) found.push([day, 'dob_day']);
  return found.length === 3 && new Set(found.map(([, part]) => part)).size === 3 ? new Map(found) : new Map();
}
