/** A day that a text states, or a part of one. */
interface Day {
  /** `null`: it states none. */
  readonly year: number | null;
  readonly month: number;
  /** `null`: the month alone. */
  readonly day: number | null;
}

/** Figures in a text, by kind: an amount is not a count. */
interface Figures {
  readonly days: readonly Day[];
  /** Last ten digits. */
  readonly phones: readonly string[];
  readonly amounts: readonly number[];
  /** Every other group of digits; shares with their sign. */
  readonly others: readonly string[];
}

const NUMBER = String.raw`\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?`;
const WHOLE = new RegExp(`^(?:${NUMBER})$`);
const AMOUNT = new RegExp(
  String.raw`(?:\$|\b(?:USD|US\$)) ?(${NUMBER})( ?(?:k|m|thousand|million)\b)?|(${NUMBER})( ?(?:k|thousand|million))? ?(?:dollars?|bucks|USD|cents?)\b`,
  'gi',
);
const SHARE = /(\d+(?:\.\d+)?) ?(?:%|percent\b)/gi;
const OTHER = /\d(?:[\d.,:/-]*\d)?/g;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = String.raw`(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?`;
const DAY = String.raw`(\d{1,2})(?:st|nd|rd|th)?\b`;
const YEAR_FIRST = /(?<!\d)(\d{4})-(\d{2})(?:-(\d{2})(?:T[\d:.]+Z?)?)?(?!\d|[-/.]\d)/g;
const YEAR_LAST = /(?<!\d|\d[-/.])(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d|[-/.]\d)/g;
const NO_YEAR = /(?<!\d|[\d$][-/.])(\d{1,2})\/(\d{1,2})(?!\d|[-/.]\d)/g;
const MONTH_FIRST = new RegExp(String.raw`\b${MONTH} (?:${DAY}(?:,? (\d{4}))?|,?(?:of )?(\d{4})\b)`, 'gi');
const DAY_FIRST = new RegExp(String.raw`\b${DAY} (?:of )?${MONTH},?(?: (\d{4}))?`, 'gi');
/** `may` and `march` have other meanings in lower case. */
const MONTH_ALONE =
  /\b(May|March|[Jj]an(?:uary)?|[Ff]eb(?:ruary)?|[Aa]pr(?:il)?|[Jj]une?|[Jj]uly?|[Aa]ug(?:ust)?|[Ss]ept?(?:ember)?|[Oo]ct(?:ober)?|[Nn]ov(?:ember)?|[Dd]ec(?:ember)?)\b/g;

const PHONE =
  /(?<![\d-])(?:\+?1[\s.-]?)?(?:\(\d{3}\)\s?|\d{3}[\s.-]?)\d{3}[\s.-]?\d{4}(?![\d-])|(?<![\d-])\d{3}[.-]\d{4}(?![\d-])/g;

const SCALE: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 };

const numberOf = (written: string): number => Number(written.replaceAll(',', ''));

const dayOf = (year: string | undefined, month: number, at: string | undefined): Day | null =>
  month >= 1 && month <= 12
    ? {
        year: year === undefined ? null : Number(year.length === 2 ? `${Number(year) > 50 ? 19 : 20}${year}` : year),
        month,
        day: at === undefined ? null : Number(at),
      }
    : null;

const monthOf = (word: string | undefined): number => MONTHS.indexOf((word ?? '').slice(0, 3).toLowerCase()) + 1;

/** `1,589.40` and `1589.4` are one. */
const plainOf = (written: string): string => (WHOLE.test(written) ? String(numberOf(written)) : written);

/** Reads a text kind by kind; what is read is taken out, so that no digit counts twice and none is left unread. */
function figuresIn(text: string): Figures {
  let rest = text;
  const take = <Found>(pattern: RegExp, read: (groups: readonly (string | undefined)[]) => Found | null): Found[] => {
    const taken: Found[] = [];
    rest = rest.replace(pattern, (whole: string, ...groups: (string | undefined)[]) => {
      const found = read([whole, ...groups.slice(0, -2)]);
      if (found !== null) taken.push(found);
      return found === null ? whole : ' ; ';
    });
    return taken;
  };
  return {
    days: [
      ...take(YEAR_FIRST, ([, year, month, at]) => dayOf(year, Number(month), at)),
      ...take(YEAR_LAST, ([, month, at, year]) => dayOf(year, Number(month), at)),
      ...take(NO_YEAR, ([, month, at]) => dayOf(undefined, Number(month), at)),
      ...take(MONTH_FIRST, ([, month, at, year, only]) => dayOf(year ?? only, monthOf(month), at)),
      ...take(DAY_FIRST, ([, at, month, year]) => dayOf(year, monthOf(month), at)),
      ...take(MONTH_ALONE, ([, month]) => dayOf(undefined, monthOf(month), undefined)),
    ],
    phones: take(PHONE, ([found = '']) => found.replace(/\D/g, '').slice(-10)),
    amounts: take(AMOUNT, ([, first, firstScale, second, secondScale]) => {
      const scale = SCALE[(firstScale ?? secondScale ?? '').trim().toLowerCase()] ?? 1;
      return numberOf(first ?? second ?? '') * scale;
    }),
    others: [
      ...take(SHARE, ([, share = '']) => `${plainOf(share)}%`),
      ...take(OTHER, ([found = '']) => plainOf(found)),
    ],
  };
}

/** Facts from tools and the user, which may be repeated. */
export interface Grounds {
  /** Returns whether every figure of a text occurs in them, with the same meaning. */
  readonly hold: (text: string) => boolean;
}

/** Input and result of a tool. */
export interface Looked {
  readonly input: unknown;
  readonly told: unknown;
}

/** A tool's echo of the model's own input is no fact, unless it was one before. */
export function groundsOf(said: readonly unknown[], looked: readonly Looked[]): Grounds {
  const facts = [factsOf(said)];
  for (const { input, told } of looked) {
    const own = factsOf(input);
    const found = factsOf(told);
    facts.push({
      days: found.days.filter((one) => !own.days.some((other) => isWithin(one, other))),
      phones: found.phones.filter((one) => !own.phones.includes(one)),
      amounts: found.amounts.filter((one) => !own.amounts.includes(one)),
      others: found.others.filter((one) => !own.others.includes(one)),
    });
  }
  const days = facts.flatMap((one) => one.days);
  const phones = facts.flatMap((one) => one.phones);
  const amounts = new Set(facts.flatMap((one) => one.amounts));
  const others = new Set([
    ...facts.flatMap((one) => one.others),
    ...days.flatMap(({ year }) => (year === null ? [] : String(year))),
  ]);
  const hold = (text: string): boolean => {
    const claims = figuresIn(text);
    const isMoney = OF_MONEY.test(text);
    return (
      claims.days.every((claim) => days.some((one) => isWithin(claim, one))) &&
      claims.phones.every((claim) => phones.some((one) => one.endsWith(claim))) &&
      claims.amounts.every((claim) => amounts.has(claim)) &&
      claims.others.every((claim) => amounts.has(Number(claim)) || (!isMoney && others.has(claim)))
    );
  };
  return { hold: (text) => !ODD.test(text) && sentencesOf(text).every(hold) };
}

const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?])\s+|\n+/);

/** Digits other than 0 to 9, currencies other than dollars, and spelled-out figures. */
const ODD = /[^\P{N}0-9]|[^\P{Sc}$]|(?:\b\w\b[ .,-]+){3}/u;

/** In a sentence about money, a bare number is an amount. */
const OF_MONEY =
  /\b(?:(?:cost|premium|price|rate|pay|paid|fee|charge|deductible|cuesta|prima|paga)s?|monthly|annual|(?:a|per|each|every) (?:month|year)|al (?:mes|ano))\b/i;

/** Names of values that are amounts. */
const AMOUNT_KEY = /amount|charge|cost|deductible|fee|monthly|annual|premium|price|rate/i;
/** Keys whose values don't count as told: a record's number isn't a count. */
const UNTOLD_KEY = /(?:^|_)(?:ids?|number)$/i;
/** Text that a tool marks as written by people supports nothing. */
const WRITTEN_KEY = 'written_by_people';

function factsOf(value: unknown): Figures {
  const leaves = leavesOf(value);
  const texts = leaves.flatMap(({ leaf }) => (typeof leaf === 'string' ? figuresIn(leaf) : []));
  const numbers = leaves.flatMap(({ key, leaf }) =>
    (typeof leaf === 'number' && !UNTOLD_KEY.test(key)) || (AMOUNT_KEY.test(key) && /^[\d.,]+$/.test(String(leaf)))
      ? { isAmount: AMOUNT_KEY.test(key), number: numberOf(String(leaf)) }
      : [],
  );
  return {
    days: texts.flatMap(({ days }) => days),
    phones: texts.flatMap(({ phones }) => phones),
    amounts: [
      ...texts.flatMap(({ amounts }) => amounts),
      ...numbers.filter(({ isAmount }) => isAmount).map(({ number }) => number),
    ],
    others: [
      ...texts.flatMap(({ others }) => others),
      ...numbers.filter(({ isAmount }) => !isAmount).map(({ number }) => String(number)),
    ],
  };
}

export interface Leaf {
  /** The name of what holds it; empty: nothing has one. */
  readonly key: string;
  readonly leaf: string | number;
}

/** Leaf values at any depth with their keys; without text that a tool marks as written by people. */
export function leavesOf(value: unknown, key = ''): Leaf[] {
  if (typeof value === 'string') return [{ key, leaf: value.normalize('NFKC') }];
  if (typeof value === 'number') return [{ key, leaf: value }];
  if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, key));
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === WRITTEN_KEY ? [] : [{ key: '', leaf: name.replaceAll('_', ' ') }, ...leavesOf(inner, name)],
  );
}

/** `March 2027` is within `2027-03-14`; a day is never within a month. */
const isWithin = (claim: Day, known: Day): boolean =>
  claim.month === known.month &&
  (claim.day === null || claim.day === known.day) &&
  (claim.year === null || claim.year === known.year);
