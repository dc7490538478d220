import { type County, countiesNamed, isTown } from '../../../contacts/list/counties.ts';
import { saidBetween } from '../answer/said-words.ts';
import { ask, type Claim, filter, type Part, type Rule, type Text } from '../reading.ts';
import { TIES } from '../words/filler-words.ts';
import { phrase } from '../words/phrases.ts';
import { NO_CITY, type Place, smallCodeAt, stateAt } from '../words/places.ts';
import { isNameLike } from './name-rules.ts';

/** Options of a question at most. Ours: the largest counties of a name; another one is said with its state. */
const MOST_OPTIONS = 5;

const lead = (pattern: string): Rule => phrase(pattern, () => []);
const IN = lead('in|from|of|over_in|out_of|out_in|live_in|lives_in|living_in|based_in the?');
const NEAR = lead('around|near|close_to|next_to|by the?');
const OUTSIDE = lead('outside|outside_of|not_in|not_from the?');
const COUNTY_OF = lead('the? county|parish|counties|parishes of');
const COUNTY_WORD = /^(?:count(?:y|ies)|cnty|parish(?:es)?)$/;

interface Said {
  /** Words of the names, without `county`. */
  readonly from: number;
  readonly to: number;
  /** Position behind `county`. */
  readonly end: number;
}

/** `Travis county`, `Dallas or Tarrant counties`: no city and no person. */
function countyAt(text: Text, start: number): Said | null {
  for (let to = start; to < start + 5; to += 1) {
    const word = text.words[to];
    if (word === undefined || (to > start && word.afterBreak)) return null;
    if (to > start && COUNTY_WORD.test(word.text)) return { from: start, to, end: to + 1 };
    const isPart = word.joined || ['and', 'or', 'of', 'st'].includes(word.text) || !isOrdinary(text, to);
    if (!isNameLike(word.said) || !isPart || (to === start && isOrdinary(text, to))) return null;
  }
  return null;
}

/** `the county of San Diego`. */
function countyOfAt(text: Text, start: number): Said | null {
  const from = COUNTY_OF.read(text, start)?.to;
  if (from === undefined) return null;
  let to = from;
  while (to < from + 3 && isCountyWord(text, to, from)) to += 1;
  return to > from ? { from, to, end: to } : null;
}

const isCountyWord = (text: Text, at: number, start: number): boolean => {
  const word = text.words[at];
  const isNext = word !== undefined && (at === start || !word.afterBreak) && isNameLike(word.said);
  return isNext && (at === start || (!isOrdinary(text, at) && /^\p{Lu}/u.test(word.said)));
};

/** A word of the rules or the account, which no county is called by; those of states may be. */
const isOrdinary = ({ words, isKnown }: Text, at: number): boolean => {
  const { said = '', text = '' } = words[at] ?? {};
  return (isKnown(text) && !/^\p{Lu}/u.test(said)) || TIES.has(text);
};

/** The possible counties of each name, in one state if one is told: `Dallas and Tarrant`. */
function namedIn(said: string, fits: (county: County) => boolean): (readonly County[])[] {
  const find = (name: string) => countiesNamed(name).filter(fits);
  const whole = find(said);
  const all = whole.length > 0 ? [whole] : said.split(/\s*,\s*|\s+(?:and|or)\s+/i).map(find);
  const [first = [], ...others] = all;
  const shared = first.filter(({ state }) => others.every((some) => some.some((county) => county.state === state)));
  // `Dallas or Tarrant counties`: only one state has both.
  const [only] = shared;
  return shared.length === 1 ? all.map((some) => some.filter(({ state }) => state === only?.state)) : all;
}

/** `Florida leads in Polk county`: the only state of the sentence decides between counties of one name. */
function inToldState(
  text: Text,
  { at, to }: { at: number; to: number },
  names: readonly (readonly County[])[],
): readonly (readonly County[])[] {
  const told = new Set(
    text.words.flatMap((_, index) => (index >= at && index < to ? [] : (stateAt(text, index)?.place.state ?? []))),
  );
  if (told.size !== 1) return names;
  return names.map((some) => {
    const here = some.filter(({ state }) => told.has(state));
    return here.length === 1 ? here : some;
  });
}

/** Connecticut had one until 2022, and people still say so. */
const isFormer = (said: string, told: string | undefined) => told === undefined && /^windham$/i.test(said);

interface Meant {
  readonly names: readonly (readonly County[])[];
  readonly said: string;
  /** Words of the question. */
  readonly part: string;
  readonly isOutside: boolean;
  readonly isUnsure: boolean;
}

function meantBy({ names, said, part, isOutside, isUnsure }: Meant): Part[] {
  if (names.every((some) => some.length === 1) && !isUnsure) {
    const counties = names.flatMap((some) => some.map(({ name }) => name));
    return [filter('county', counties, isOutside ? 'not' : undefined)];
  }
  const [several = []] = names;
  if (names.some((some) => some.length === 0) || names.length > 1)
    return [ask(`I don't know which counties “${said}” means. Say each with its state.`, [], part)];
  const options = several.slice(0, MOST_OPTIONS).map(({ name }) => ({
    label: name,
    says: `${isOutside ? 'outside' : 'in'} ${name}`,
  }));
  return [ask('Several states have a county of this name. Choose one, or add its state.', options, part)];
}

/** `in Travis county`, `Harris County Texas`, `Orleans Parish, LA`. */
const COUNTY_RULE: Rule = {
  words: ['county', 'counties', 'cnty', 'parish'],
  read: (text, at): Claim | null => {
    const near = NEAR.read(text, at)?.to;
    const outside = OUTSIDE.read(text, at)?.to;
    const start = near ?? outside ?? IN.read(text, at)?.to ?? at;
    const found = countyAt(text, start) ?? countyOfAt(text, start);
    if (found === null) return null;
    const { sentence, words } = text;
    const state = stateAt(text, found.end) ?? smallCodeAt(text, start, found.end);
    const to = state?.to ?? found.end;
    const isParish = words.slice(start, found.end).some((word) => word.text.startsWith('parish'));
    const told = state?.place.state;
    const fits = (county: County) => (told === undefined ? !isParish || county.state === 'LA' : county.state === told);
    const said = saidBetween(sentence, words, found.from, found.to);
    const names = inToldState(text, { at, to }, namedIn(said, fits));
    const isLed = near !== undefined || outside !== undefined;
    const part = saidBetween(sentence, words, isLed ? at : start, found.end).replace(/^the\s+/i, '');
    if (near !== undefined) return { to, parts: [nearby(names, part)] };
    const isUnsure = isFormer(said, told);
    return { to, parts: meantBy({ names, said, part, isOutside: outside !== undefined, isUnsure }) };
  },
};

/** Names of counties that no town has, with their state: `miami-dade and broward`, `Pinellas, FL`. */
function bareCountiesAt(text: Text, start: number): { places: Place[]; to: number } | null {
  const places: Place[] = [];
  for (let [at, to] = [start, start]; ; at = to + 1) {
    const length = [3, 2, 1].find((words) => isBareCounty(text, at, at + words));
    if (length === undefined) return places.length > 0 ? { places, to } : null;
    const state = stateAt(text, at + length);
    places.push({ city: saidBetween(text.sentence, text.words, at, at + length), ...state?.place });
    to = state?.to ?? at + length;
    if (!['and', 'or'].includes(text.words[to]?.text ?? '')) return { places, to };
  }
}

function isBareCounty(text: Text, at: number, to: number): boolean {
  const words = text.words.slice(at, to);
  if (words.length < to - at || words.some((word, index) => index > 0 && word.afterBreak)) return false;
  // `in Travis Co`: the county, or Colorado.
  if (words.some((_, index) => isOrdinary(text, at + index)) || NO_CITY.includes(text.words[to]?.text ?? ''))
    return false;
  const said = saidBetween(text.sentence, text.words, at, to);
  return !isTown(said) && countiesNamed(said).length > 0;
}

/** Places with counties that no town is called like: `in Broward`. `found`: as cities and states. */
export function countiesAmong(
  text: Text,
  start: number,
  found: { readonly places: readonly Place[]; readonly to: number } | null,
): Claim | null {
  const bare = bareCountiesAt(text, start);
  const { places, to } = bare && bare.to > (found?.to ?? 0) ? bare : (found ?? { places: [], to: start });
  const names = places.map(({ city, state }) =>
    city === undefined || isTown(city)
      ? []
      : countiesNamed(city).filter((county) => state === undefined || county.state === state),
  );
  if (names.every((some) => some.length === 0)) return null;
  const said = saidBetween(text.sentence, text.words, start, to);
  return { to, parts: meantBy({ names, said, part: said, isOutside: false, isUnsure: false }) };
}

function nearby(names: readonly (readonly County[])[], part: string): Part {
  const options = names.flatMap((some) => (some.length === 1 ? some : []));
  return ask(
    "I can't search by distance, only for the place itself.",
    options.map(({ name }) => ({ label: `In ${name}`, says: `in ${name}` })),
    part,
  );
}

export const COUNTY_RULES: readonly Rule[] = [COUNTY_RULE];
