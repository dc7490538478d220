import { isState, stateName, toState } from '#rules/places/us-states.ts';
import { filter, type Part, type Text } from '../reading.ts';
import { saidBetween, titleCase, type Word } from '../answer/said-words.ts';
import { cityNamed, isAlsoWord } from './us-cities.ts';
import { isFirstName } from '../rules/name-rules.ts';

/** Codes that are words as well: they need their capitals. */
const WORD_CODES = [
  'in',
  'or',
  'me',
  'hi',
  'oh',
  'ok',
  'pa',
  'ma',
  'la',
  'de',
  'co',
  'id',
  'al',
  'ms',
  'mo',
  'md',
  'mt',
  'va',
  'ct',
  'ut',
];
const SHORT_STATES: ReadonlyMap<string, string> = new Map(
  (
    'tex TX, calif CA, cali CA, fla FL, ariz AZ, okla OK, tenn TN, mich MI, penn PA, colo CO, conn CT, wisc WI, minn MN, ' +
    'miss MS, washington dc DC, washington d c DC, ala AL, ark AR, nuevo mexico NM, nueva jersey NJ, nueva york NY, ' +
    'carolina del norte NC, carolina del sur SC, dakota del norte ND, dakota del sur SD, virginia occidental WV, ' +
    'luisiana LA, pensilvania PA, misisipi MS, misuri MO, tejas TX'
  )
    .split(', ')
    .map((entry) => [entry.slice(0, -3), entry.slice(-2)]),
);
/** A city, a state or both, as they are written in a filter. */
export interface Place {
  readonly city?: string;
  readonly state?: string;
}

interface PlaceAt {
  readonly place: Place;
  readonly to: number;
}

const windowOf = ({ words }: Text, at: number, to: number): string | null =>
  to > words.length || words.slice(at + 1, to).some((word) => word.afterBreak)
    ? null
    : words
        .slice(at, to)
        .map(({ text }) => text.replaceAll('.', ''))
        .join(' ');

export function stateAt(text: Text, at: number): PlaceAt | null {
  for (const length of [3, 2, 1]) {
    const said = windowOf(text, at, at + length);
    if (said === null) continue;
    const short = SHORT_STATES.get(said);
    const isCode = said.length === 2;
    const asWord =
      isCode && WORD_CODES.includes(said) && text.words[at]?.said.replaceAll('.', '') !== said.toUpperCase();
    if (short || (isState(said) && !asWord)) return { place: { state: short ?? toState(said) }, to: at + length };
  }
  return null;
}

/** Spelling of cities with these prefixes. */
const FULL: Readonly<Record<string, string>> = { 'saint ': 'st ', 'mt ': 'mount ', 'ft ': 'fort ' };

/** Codes that no words go on with, at least in lower case behind a city in lower case: `birmingham al`. */
const SMALL_CODES = ['pa', 'ma', 'al', 'co', 'ms', 'mo', 'md', 'mt', 'va', 'ct', 'ut', 'la', 'id', 'ok'];

/** In lower case like the whole city, a code that is a word too ends a phrase. */
export function smallCodeAt({ words }: Text, from: number, at: number): PlaceAt | null {
  const [word, next] = [words[at], words[at + 1]];
  const isSmall = words.slice(from, at + 1).every(({ said }) => said === said.toLowerCase());
  if (word === undefined || word.afterBreak || !isSmall || !SMALL_CODES.includes(word.text)) return null;
  const isEnd = next === undefined || next.afterBreak || BEHIND_PLACE.has(next.text);
  return isEnd ? { place: { state: toState(word.text) }, to: at + 1 } : null;
}
const BEHIND_PLACE: ReadonlySet<string> = new Set(
  'over under aged age with without who whos that tagged not never no turning born between older younger'.split(' '),
);

function knownCityAt(text: Text, at: number, led: boolean): PlaceAt | null {
  for (const length of [4, 3, 2, 1]) {
    const said = windowOf(text, at, at + length);
    const city =
      said === null ? undefined : cityNamed(said.replace(/^(?:saint|mt|ft) /, (short) => FULL[short] ?? short));
    if (said === null || city === undefined) continue;
    const state = stateAt(text, at + length) ?? smallCodeAt(text, at, at + length);
    if (!led && state === null && isAlsoWord(said)) continue;
    return { place: { city, ...state?.place }, to: state?.to ?? at + length };
  }
  return null;
}

/** Behind a name, these make no city of it. */
export const NO_CITY = [
  'county',
  'counties',
  'cnty',
  'co',
  'parish',
  'street',
  'avenue',
  'road',
  'lane',
  'drive',
  'church',
  'hospital',
  'valley',
  'plan',
  'part',
];

/** Words for parts of a state or city; they name no place. */
const NO_NAME =
  /^(?:north|south|east|west|central|upper|lower)(?:ern|east|west)?$|^(?:rural|upstate|downtown|uptown|greater|metro|coastal|suburban|mid|middle|any|all|other|need|danger|trouble|person)$/;

/** In lower case too, when its state follows: `in boerne tx`. */
function cityBeforeState(text: Text, at: number): PlaceAt | null {
  for (const length of [1, 2, 3]) {
    const words = text.words.slice(at, at + length);
    const isName = ({ text: word, said, owner, joined }: Word, index: number) =>
      /^\p{L}{2,}\.?$/u.test(said) &&
      owner === null &&
      !joined &&
      !(index > 0 && words[index]?.afterBreak) &&
      !text.isKnown(word) &&
      !NO_NAME.test(word) &&
      !NO_CITY.includes(word);
    if (words.length < length || !words.every(isName)) return null;
    const state = stateAt(text, at + length);
    if (state) {
      const city = titleCase(saidBetween(text.sentence, text.words, at, at + length)).replace(/^St /, 'St. ');
      return { place: { city, ...state.place }, to: state.to };
    }
  }
  return null;
}

/** Behind `in`, what has a capital and is no word of ours is a city too. */
function writtenCityAt(text: Text, at: number): PlaceAt | null {
  const small = cityBeforeState(text, at);
  if (small !== null) return small;
  let to = at;
  for (const [index, word] of text.words.slice(at, at + 3).entries()) {
    const isName = /^\p{Lu}[\p{L}.'’]*\p{Ll}/u.test(word.said) && !text.isKnown(word.text) && word.owner === null;
    if (!isName || (index > 0 && word.afterBreak)) break;
    to += 1;
  }
  // `in Pinellas County`, `on Main Street` are no cities.
  if (to === at || NO_CITY.includes(text.words[to]?.text ?? '') || NO_CITY.includes(text.words[to - 1]?.text ?? ''))
    return null;
  const city = titleCase(saidBetween(text.sentence, text.words, at, to));
  const state = stateAt(text, to);
  return { place: { city, ...state?.place }, to: state?.to ?? to };
}

const placeAt = (text: Text, at: number, led: boolean, written: boolean): PlaceAt | null => {
  const [city, state] = [knownCityAt(text, at, led), stateAt(text, at)];
  // `New York City` is longer than `New York`, `Washington` alone is a state first.
  const known = city && (!state || city.to > state.to) ? city : state;
  return known ?? (written ? writtenCityAt(text, at) : null);
};

const kindOf = ({ city, state }: Place): string => (city ? 'city' : state ? 'state' : '');

/** Well-known cities that are called like a state, by the state they are in: written `Delaware, Ohio`. */
const NAMESAKES: ReadonlySet<string> = new Set([
  'DE OH',
  'IN PA',
  'WA PA',
  'WA MO',
  'WA IL',
  'WA UT',
  'WY MI',
  'NV MO',
]);

/** `Delaware, Ohio`: two states beside each other, of which the first is a city of the second. */
function namesakeAt(text: Text, { place, to }: PlaceAt): PlaceAt | null {
  const isListed = text.words[to]?.afterBreak === true;
  const next = isListed && !place.city && (text.words[to - 1]?.said.length ?? 0) > 2 ? stateAt(text, to) : null;
  const behind = next && text.words[next.to];
  const isMore =
    behind && (behind.afterBreak || ['and', 'or'].includes(behind.text)) && stateAt(text, next.to) !== null;
  if (next === null || isMore || !NAMESAKES.has(`${place.state ?? ''} ${next.place.state ?? ''}`)) return null;
  return { place: { city: stateName(place.state ?? ''), ...next.place }, to: next.to };
}

/** `TN and KY`, `Mobile or Birmingham`; a list is of one kind. */
export function placesAt(
  text: Text,
  start: number,
  led: boolean,
  written: boolean,
): { places: Place[]; to: number } | null {
  const here = placeAt(text, start, led, written);
  const first = here && (namesakeAt(text, here) ?? here);
  if (first === null) return null;
  const places = [first.place];
  let { to } = first;
  for (;;) {
    const joint = text.words[to];
    let behind = to + (joint && ['and', 'or', 'y', 'o'].includes(joint.text) ? 1 : 0);
    if (behind === to && joint?.afterBreak !== true && joint?.joined !== true) break;
    if (['in', 'en', 'from'].includes(text.words[behind]?.text ?? '')) behind += 1;
    // `Foley or Fairhope`: what has a capital behind `or` is a city like the first one.
    const isNamed =
      written && behind > to && first.place.city !== undefined && !isFirstName(text.words[behind]?.text ?? '');
    const next = placeAt(text, behind, true, isNamed);
    if (next === null || kindOf(next.place) !== kindOf(first.place)) break;
    places.push(next.place);
    ({ to } = next);
  }
  return { places, to };
}

export const partsOf = (places: readonly Place[]): Part[] => {
  const of = (key: keyof Place) => [...new Set(places.flatMap((place) => place[key] ?? []))];
  return [
    ...(of('city').length > 0 ? [filter('city', of('city'))] : []),
    ...(of('state').length > 0 ? [filter('state', of('state'))] : []),
  ];
};
