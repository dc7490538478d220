import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import type { Mode } from '../merge-scopes.ts';
import type { Reading } from '../read-sentence.ts';
import { POLITE } from '../rules/refused-rules.ts';

const WIDEN = /^(?:also|and also|and|plus|add|include|or|as well as)\b|\b(?:too|as well)[.!]?$/i;
const REPLACE =
  /\binstead\b|^(?:(?:change|switch|set) (?:it|that|the (?:sort )?order) to|make (?:it|that)|switch to|what about|how about|rather)\b/i;
const ONLY =
  /\bonly\b|^(?:but|narrow|limit|keep|now|of those|of these|of them|which of|those|these|them|the ones|and)\b|^just (?!give|gimme|show|find|pull|get|list)/i;
const DENY = /^(?:remove|drop|take out|take off|exclude|lose|get rid of|leave out)\b/i;
const NOT = /^(?:not|no|without|except|minus|but not)\b/i;
/** References to the current search. */
const POINTING = /\b(?:those|these|them|they|ones|it)\b/i;
const ASKING =
  /^(?:who|whos|who's|which|how many|what|show|find|pull|give|gimme|get|list|look|search|i need|i want|can you|do i|do we|dame|busca)\b/i;
const CUES =
  /^(?:also|and also|and|plus|add|include|only|just|but|now|rather|make it|make that|(?:change|switch|set) (?:it|that|the (?:sort )?order) to|switch to|what about|how about|narrow (?:it )?(?:down )?to|limit (?:it )?to|keep(?: only)?|of those|of these|of them)\s+(?:the ones? |those |these |them |just |only )?/i;

/** Verbs of commands that, with a current search, refine it: `add all leads`, `make it Ohio`. */
const EDIT = /^(?:add|make (?:it|that)|(?:change|switch|set) (?:it|that) to)\b/i;
/** Polite words before a refinement: `could you please remove Texas`. */
const POLITELY = [...POLITE, 'also', 'but', "i'd", "let's", "i'm"].join('|');
const EDITING = [EDIT, DENY].map(({ source }) => source.slice(1)).join('|');
const BEFORE_EDIT = new RegExp(String.raw`^(?:(?:${POLITELY})[\s,]+)+(?=${EDITING})`, 'i');

/** Words for the removed contacts that describe none: `the ones`, `everyone`. */
const REMOVED =
  /^(?:all (?:of )?)?(?:(?:the|my|any|those|these) )?(?:ones|everyone|everybody|anyone|anybody|contacts|people|folks|those|these|them)\s+/i;
const ALL = /^(?:(?:all|every|of|the|my|them|these|those|ones|one|everyone|everybody|it|contacts|people)\b\s*)+[.!]?$/i;
/** `the tag` … `from them`: a change of contacts, unless the second half names the search. */
const UNTAGGING =
  /^(.+?) (?:from|off)(?: of)? (?=all|any|each|every|th(?:e|em|ese|ose|is)\b|it\b|my\b|our\b|his\b|her\b|people|contacts|clients|leads|recruits)(?!(?:the|this|my) (?:list|search|results?|filters?)\b)/i;
const TAG = /\b(?:tag|label|status|group)(?:s|es)?\b/i;
/** `all leads` … `to VIP`. */
const VALUED = /^(.*)\b(?:to|as|into|onto)\s+(.+)$/i;
/** Fields that a command sets by the name of a choice. */
const CHOSEN: ReadonlySet<string> = new Set(['tag', 'status', 'agentflow_status', 'group', 'pool']);

type Read = (said: string) => Reading;

const withoutPolite = (message: string): string => message.trim().replace(BEFORE_EDIT, '');

/** Kind of refinement that a message makes to a search; `null` for a new search. */
export function modeOf(message: string, { isWhole, refusal }: Reading): Mode | null {
  const said = withoutPolite(message);
  if (REPLACE.test(said)) return 'replace';
  if (WIDEN.test(said)) return 'widen';
  if (ONLY.test(said) || DENY.test(said) || NOT.test(said) || POINTING.test(said)) return 'narrow';
  // A refused command starts no search of its own.
  return refusal === null && (isWhole || ASKING.test(said)) ? null : 'narrow';
}

/** Meaning of a message for the current search; `null`: it is a command, to be refused. */
export function refinement(message: string, whole: Reading, scope: ContactsScopeInput, read: Read): Reading | null {
  const said = withoutPolite(message);
  const bare = said.replace(/\b(?:instead|too|as well)[.!]?$/i, '').trim();
  const isDenial = DENY.test(bare);
  if (whole.refusal !== null && !isDenial && !EDIT.test(bare)) return null;
  const rest = isDenial
    ? bare.replace(DENY, '').trim()
    : bare
        .replace(CUES, '')
        .replace(/\bonly\b/gi, '')
        .trim();
  const reading = isDenial ? withoutThem(rest.replace(REMOVED, ''), scope, read) : read(rest);
  if (whole.refusal === null) return reading;
  const isNothing = reading.isAtLoss && reading.questions.length === 0;
  const isChange = isDenial ? ALL.test(rest) || isUntagging(rest, read) : isGiving(bare, rest, reading, read);
  return isNothing || isChange || reading.refusal !== null ? null : reading;
}

/** Negates one condition; several together can only be asked about. */
function withoutThem(said: string, scope: ContactsScopeInput, read: Read): Reading {
  const reading = read(`not ${said}`);
  const { search = [], ...settings } = reading.said;
  const standing = new Map<string, unknown>(Object.entries(scope));
  const others = Object.entries(settings).filter(([key, value]) => standing.get(key) !== value);
  const conditions = search.length + others.length;
  const isOpen = reading.questions.some(({ part }) => /^not\b/i.test(part));
  const isDenied = conditions === 0 || (conditions === 1 && !isOpen);
  return isDenied ? reading : read(`except ${said}`);
}

/** `remove the hot tag from them`. */
function isUntagging(rest: string, read: Read): boolean {
  const removed = UNTAGGING.exec(rest)?.[1];
  return removed !== undefined && (TAG.test(removed) || isChoice(removed, read));
}

/** `add all leads to VIP`, `add the hot tag`, `change it to Not interested`. */
function isGiving(bare: string, rest: string, reading: Reading, read: Read): boolean {
  const [, before = '', value] = VALUED.exec(bare) ?? [];
  if (!/^add\b/i.test(bare)) return value !== undefined && isChoice(value, read);
  if (value === undefined)
    return !/\b(?:with|who|ones|every|all)/i.test(rest) && TAG.test(rest) && isChoice(rest, read);
  const isSure = reading.questions.length === 0 && reading.scope.q === undefined;
  return !isSure || isChoice(value, read) || isChoice(before.replace(/^add\s+/i, ''), read);
}

/** Only the name of a tag or another choice; it may be asked about, like `New`. */
function isChoice(said: string, read: Read): boolean {
  const { scope, questions } = read(said);
  const { search = [], ...settings } = scope;
  const isAsked = questions.some(({ options }) =>
    options.some(({ says }) => /^(?:status|tagged|in the group) /.test(says)),
  );
  return (
    Object.keys(settings).length === 0 &&
    search.every(({ field }) => CHOSEN.has(field)) &&
    (isAsked || (questions.length === 0 && search.length > 0))
  );
}
