import { isState, toState } from '#rules/places/us-states.ts';
import { cityNamed } from '../search/words/us-cities.ts';
import { fold } from '../search/answer/said-words.ts';
import type { Sentence } from './take-out.ts';

/** Words of a request that change nothing. */
const FILLER = new Set(
  `a about after also am an and annual any anybody anyone applicant apply are ask at be begin but by calculate can
   carrier carriers check client client's come companies company compare comparison contact could coverage cost costs
   csg current currently date day days do does doing each estimate find for from get getting give go going got
   had has have having hello her here hers hey hi him his household how i i'd i'll i'm if in insurance insured into is
   it it's just kind know lead let let's like live lives living look looking lookup made make many may me medicare
   medigap month monthly more much my name named need needs new next now of offer offers ok okay old on once one or our
   out over pay pays people per person plan plans please policy premium premiums price priced prices pricing prospect
   pull quick quickly quote quoted quotes quoting rate rates results run same see send she should show shows some
   somebody someone start still supp supplement supplemental supplements tell than thank thanks that that's the their
   them then there these they this those to too try under up us use want wants was we well what what's when where which
   while who who's whose will with would year yearly years yes you your zip zipcode postal code age aged cost's apples
   look's area around near state male female gender sex tobacco smoker effective starting he he's she's is's turns turning instead one two
   three four five six seven eight nine ten dr mrs mr ms both again rather then go want
   switch change actually vs versus all any max ah oh um sorry cheaper anything good`
    .split(/\s+/u)
    .filter(Boolean),
);

const RUN = /[^|,;:!?()"“”]+/gu;
const WORD = /[\p{L}\p{N}$%#&][\p{L}\p{N}'.&$%/-]*/gu;
const STATE_CODE = /(?<![\p{L}\d])([A-Z]{2})(?![\p{L}\d])/gu;
const NAMED =
  /\bfor\s+(?:(?:[Mm]rs?|[Mm]s|[Dd]r)\.?\s+)?(\p{Lu}[\p{L}'.-]+(?:\s+(?:\p{Lu}\.?(?=\s+\p{Lu}\p{L})|\p{Lu}[\p{L}'-]+)){0,3})/gu;
/** `John M. Smith`, whose letter is neither a plan nor a man. */
const WITH_INITIAL = /(?<!\p{L})(\p{Lu}\p{Ll}+ \p{Lu}\.? \p{Lu}\p{Ll}+)/gu;
/** Capital words that begin no name. */
const NO_NAME = /^(?:Medigap|Medicare|High|HD[FG]?|CSG|Age|ZIP|Zip)$/u;
/** Months that are also first names: `May Johnsonville`. */
const MONTH =
  /^(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)$/u;
/** Words of a request that are first names before a surname. */
const GIVEN = /(?<!\p{L})(?:May|Will|Max)\s+\p{Lu}\p{Ll}[\p{L}'-]+/gu;

const isFiller = (word: string) => FILLER.has(fold(word)) || FILLER.has(word.toLowerCase());

/** A name right after `for`, before its letters are taken for plans. `null`: there is none. */
export function parseNamed(sentence: Sentence): string | null {
  const found = [...sentence.left.matchAll(NAMED), ...sentence.left.matchAll(WITH_INITIAL)];
  for (const { 0: all, 1: name = '', index } of found) {
    const words = name.split(/\s+/u);
    const end = endOfName(words, sentence.left.slice(index + all.length));
    const kept = (end === -1 ? words : words.slice(0, end)).join(' ').replace(/'s$/u, '');
    if (kept === '' || cityNamed(fold(kept)) !== undefined) continue;
    sentence.take(new RegExp(escaped(kept), 'gu'));
    return kept;
  }
  return null;
}

/** End of a name; -1: with its last word. A capitalized request word may be part of a name: `Susan Price`. */
function endOfName(words: readonly string[], after: string): number {
  const isLast = (at: number) => at === words.length - 1;
  const isPlain = (at: number) => {
    const word = words[at] ?? '';
    if (isState(word) || NO_NAME.test(word)) return true;
    if (word === 'Plan') return !isLast(at) || at === 0 || /^\s+(?:HD|[a-n]\b)/iu.test(after);
    return isLast(at) && MONTH.test(word) && (at === 0 || /^\s*\d/u.test(after));
  };
  return words.findIndex((word, at) => {
    const isFirst = at === 0 && (MONTH.test(word) || isFiller(word));
    return isPlain(at) || (isFirst && (isLast(0) || isPlain(1) || isFiller(words[1] ?? '')));
  });
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);

export interface Left {
  /** A city or a state, as written: rates are by ZIP code. */
  readonly place: string | null;
  /** Two letters, where a state is named. */
  readonly state: string | null;
  /** Possible name, or none. */
  readonly runs: readonly string[];
}

/** Words that were not understood, in runs as they occurred, without request words. */
export function parseLeftover(sentence: Sentence): Left {
  const codes = sentence.take(STATE_CODE).map(([, code = '']) => code);
  const strange = codes.filter((code) => !isState(code));
  let [state = null] = codes.filter(isState);
  let place: string | null = null;
  const runs: string[] = [...strange];
  runs.push(...sentence.take(GIVEN).map(([name]) => name));
  for (const [run] of sentence.left.matchAll(RUN)) {
    const words = [...run.matchAll(WORD)].map(([word]) => word.replace(/[.'-]+$/u, ''));
    for (const part of splitAt(words, isFiller)) {
      const text = part.join(' ');
      const city = cityNamed(fold(text));
      if (isState(text)) state = toState(text);
      else if (city !== undefined) place = city;
      else runs.push(text);
    }
  }
  return { place, state, runs };
}

function splitAt(words: readonly string[], isGap: (word: string) => boolean): string[][] {
  const parts: string[][] = [[]];
  for (const word of words) {
    if (isGap(word)) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts.filter((part) => part.length > 0);
}
