import { stateName } from '#rules/places/us-states.ts';
import { partsOf, placesAt, stateAt } from '../words/places.ts';
import { ask, filter, isHeard, type Part, type Rule, type Text } from '../reading.ts';
import { countiesAmong } from './county-rules.ts';
import { saidBetween, titleCase } from '../answer/said-words.ts';

/** Names of a state and a city alike. */
const TWICE = ['WA', 'NY'];
/** Names of a state and people alike. */
const GIVEN_NAMES = ['GA', 'VA', 'WA', 'MT'];

const LEADS = (
  'in,from,en,in the state of,in the city of,from the state of,city of,state of,out in,out of,over in,up in,down in,living in,' +
  'live in,lives in,who live in,who lives in,that live in,based in,located in,residing in,in and around,back in,out at,' +
  'the state of,the city of,around in,in city,city,state,in state,de,who are in,thats in,that are in,are in,is in'
)
  .split(',')
  .map((way) => way.split(' '))
  .toSorted((a, b) => b.length - a.length);

const askWhich = (code: string, said: string): Part =>
  ask(
    `“${said}” could be the state or the city.`,
    [
      { label: `The state of ${stateName(code)}`, says: `in the state of ${stateName(code)}` },
      { label: `The city of ${stateName(code)}`, says: `in the city of ${stateName(code)}` },
    ],
    said,
  );

const askPerson = (said: string, place: string): Part =>
  ask(`Is “${said}” a place or a person?`, [
    { label: `In ${place}`, says: `in ${place}` },
    { label: `Named ${titleCase(said)}`, says: `named ${titleCase(said)}` },
  ]);

/** `in Texas`, `Houston people`, `Baton Rouge, Louisiana`, `from TN or KY`. */
const PLACE_RULE: Rule = {
  words: LEADS.flat(),
  read: (text, at) => {
    const lead = LEADS.find((way) => isHeard(text, way, at));
    const start = at + (lead?.length ?? 0);
    if (lead !== undefined && text.words[start]?.afterBreak) return null;
    const asState = lead?.includes('state') === true;
    const asCity = lead?.includes('city') === true;
    // Origins may not be places: only `in` makes a city of any name. `la` is Los Angeles, Louisiana, or a Spanish word
    // before another.
    const isLa = lead !== undefined && text.words[start]?.text === 'la' && isOfNothing(text, start + 1);
    if (isLa && text.words[start]?.said !== 'LA')
      return { to: start + 1, parts: [askLa(text.words[start]?.said ?? '')] };
    const found = asState ? stateList(text, start) : placesAt(text, start, lead !== undefined, isIn(lead));
    const counties = lead !== undefined && !asState && !asCity ? countiesAmong(text, start, found) : null;
    if (counties !== null) return counties;
    if (found === null) return null;
    // `MA plans` are no people of Massachusetts.
    if (lead === undefined && /^(?:plans?|part|advantage|policy|policies)$/.test(text.words[found.to]?.text ?? ''))
      return null;
    const { places } = found;
    const isNamed = text.words[found.to]?.text === 'state';
    const to = found.to + (isNamed ? 1 : 0);
    if (asCity && places[0]?.state && !places[0].city) {
      return { to, parts: [filter('city', stateName(places[0].state))] };
    }
    const [first] = places;
    const said = saidBetween(text.sentence, text.words, start, found.to);
    const isTwice = places.length === 1 && !first?.city && TWICE.includes(first?.state ?? '') && said.length > 2;
    if (lead === undefined && isInName(text, at, found.to)) return null;
    if (isTwice && !asState && !isNamed) return { to, parts: [askWhich(first?.state ?? '', said)] };
    const isAlone = lead === undefined && at === 0 && found.to === text.words.length && places.length === 1;
    const isPerson = first?.city ? !first.state : GIVEN_NAMES.includes(first?.state ?? '') && said.length > 2;
    if (isAlone && isPerson && first)
      return { to, parts: [askPerson(said, first.city ?? stateName(first.state ?? ''))] };
    return { to, parts: partsOf(places) };
  },
};

/** A city that is also a word or a name, as the whole message: `Jackson`. */
const ALONE_RULE: Rule = {
  words: [],
  read: (text, at) => {
    const found = at === 0 ? placesAt(text, at, true, false) : null;
    const [first] = found?.places ?? [];
    if (!found || found.to < text.words.length || found.places.length > 1 || !first?.city || first.state) return null;
    return { to: found.to, parts: [askPerson(saidBetween(text.sentence, text.words, at, found.to), first.city)] };
  },
};

/** No word here that an article could belong to. */
const isOfNothing = ({ words, isKnown }: Text, at: number): boolean => {
  const word = words[at];
  return word === undefined || word.afterBreak || isKnown(word.text);
};

const askLa = (said: string): Part =>
  ask(
    `“${said}” could be Louisiana or Los Angeles.`,
    [
      { label: 'Louisiana', says: 'in the state of Louisiana' },
      { label: 'Los Angeles', says: 'in the city of Los Angeles' },
    ],
    said,
  );

const isIn = (lead: readonly string[] | undefined): boolean =>
  lead?.some((word) => word === 'in' || word === 'en' || word === 'city') === true;

const stateList = (text: Text, start: number) => {
  const found = stateAt(text, start);
  return found && { places: [found.place], to: found.to };
};

/** `Austin Powers`, `Mary Houston`: next to an unknown capitalized word, a place is a name. */
const isInName = ({ words, isKnown }: Text, at: number, to: number): boolean => {
  const isNameWord = (index: number, breaks: boolean) => {
    const word = words[index];
    return word !== undefined && !breaks && /^\p{Lu}/u.test(word.said) && !isKnown(word.text);
  };
  const before = isNameWord(at - 1, words[at]?.afterBreak ?? false) && !isNameWord(at - 2, false);
  return before || isNameWord(to, words[to]?.afterBreak ?? false);
};

/** Distances, which can't be searched: `near Waco`, `within 20 miles of Katy`. */
const NEAR =
  'near,near to,nearby,around,close to,closest to,outside of,outside,next to,not far from,surrounding,cerca de,by'
    .split(',')
    .map((way) => way.split(' '))
    .toSorted((a, b) => b.length - a.length);

const NEAR_RULE: Rule = {
  words: [...NEAR.flat(), 'within', 'miles', 'minutes', 'mile', 'radius', 'drive'],
  read: (text, at) => {
    const isWithin = ['within', 'about'].includes(text.words[at]?.text ?? '');
    const distance = distanceAt(text, isWithin ? at + 1 : at);
    const lead = NEAR.find((way) => isHeard(text, way, at));
    const start = distance ?? (lead ? at + lead.length : at);
    if (start === at) return null;
    // `near downtown Waco`, `near me`: words up to the place, or where no place is named, the next two.
    const found = [0, 1, 2].map((far) => placesAt(text, start + far, true, far === 0)).find((near) => near !== null);
    const isSure = distance !== null || SURELY_NEAR.has(text.words[at]?.text ?? '');
    if (!found) return isSure ? { to: wordsBehind(text, start), parts: [ask(NO_DISTANCE)] } : null;
    const states = found.places.flatMap((near) => (near.state && !near.city ? [near.state] : []));
    if (lead?.[0] === 'outside' && distance === null && states.length === found.places.length)
      return { to: found.to, parts: [filter('state', states, 'not')] };
    const place = found.places[0];
    const name = place?.city ?? stateName(place?.state ?? '');
    return { to: found.to, parts: [ask(NO_DISTANCE, [{ label: `In ${name}`, says: `in ${name}` }])] };
  },
};
const NO_DISTANCE = "I can't search by distance, only for the place itself.";
const SURELY_NEAR: ReadonlySet<string> = new Set(['near', 'nearby', 'close', 'closest', 'nearest']);

/** Up to two words further, without a comma between them. */
function wordsBehind({ words }: Text, start: number): number {
  let to = start;
  while (to < start + 2 && words[to] !== undefined && !words[to]?.afterBreak) to += 1;
  return to;
}

/** Behind `20 miles of`, `an hour from`. */
const distanceAt = ({ words }: Text, at: number): number | null => {
  const [count, unit, link] = words.slice(at, at + 3).map((word) => word.text);
  const isCount = /^(?:\d+|an?|ten|twenty|thirty|fifty)$/.test(count ?? '');
  const isUnit = /^(?:miles?|mi|minutes?|min|hours?|km)$/.test(unit ?? '');
  return isCount && isUnit && /^(?:of|from|around|to)$/.test(link ?? '') ? at + 3 : null;
};

export const PLACE_RULES: readonly Rule[] = [PLACE_RULE, ALONE_RULE, NEAR_RULE];
