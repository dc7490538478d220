import { PEOPLE_WORDS } from '../words/filler-words.ts';
import { phrase } from '../words/phrases.ts';
import { isHeard, type Refused, type Rule, type Text } from '../reading.ts';
import { TYPE_WORDS } from '../words/type-words.ts';

const ways = (words: string) =>
  words
    .split('|')
    .map((way) => way.split('_'))
    .toSorted((a, b) => b.length - a.length);

/** Verbs that are commands whatever follows, and those that need an object: `set` may be a status, `tag` a filter. */
const VERBS: readonly {
  readonly what: Refused;
  readonly sure: readonly string[][];
  readonly led: readonly string[][];
}[] = [
  {
    what: 'delete',
    sure: ways(
      'delete|erase|remove|wipe|wipe_out|wipe_clean|trash|purge|nuke|destroy|get_rid_of|throw_out|throw_away|clear_out|' +
        'clean_out|scrub|eliminate|discard|elimina|eliminar|borra|borrar',
    ),
    led: ways('drop|dump|toss|ditch|clear|empty|lose|cut|kill|bin'),
  },
  { what: 'merge', sure: ways('merge|dedupe|deduplicate|consolidate'), led: ways('combine|join|unify') },
  {
    what: 'change',
    sure: ways('archive|unsubscribe|deactivate|reassign|untag|unassign|opt_out|blacklist'),
    led: ways(
      'set|change|move|mark|update|switch|turn|make|assign|transfer|tag|label|flag|edit|modify|put|add|convert|block|rename',
    ),
  },
];

/** Verbs whose new value may follow without a word before it: `tag everyone in Boise hot`. */
const VALUE_VERBS: ReadonlySet<string> = new Set(['tag', 'label', 'flag', 'mark', 'make', 'turn', 'put', 'add', 'set']);

const OBJECTS: ReadonlySet<string> = new Set([
  ...PEOPLE_WORDS,
  ...TYPE_WORDS,
  ...'all every each these those them it my our the his her duplicates dupes'.split(' '),
]);

/** Words before a command. */
export const POLITE: ReadonlySet<string> = new Set(
  (
    'please pls plz can could would will you u max hey hi hello ok okay so just go ahead and then i we need want to wanna like ' +
    'id lets let me us should gotta now thanks im'
  ).split(' '),
);

/** `put them in alphabetical order`, `change the order to newest first`: no change of contacts. */
const ORDERS: ReadonlySet<string> = new Set(['put', 'set', 'change', 'switch', 'make']);
const isOrdering = ({ words }: Text, at: number): boolean => {
  const behind = words.slice(at + 1).map(({ text }) => text);
  const isPut = behind.some((word, place) => word === 'in' && behind.slice(place + 1, place + 4).includes('order'));
  return (
    ORDERS.has(words[at]?.text ?? '') && (isPut || /^(?:the|my) (?:sort )?(?:order|sorting)\b/.test(behind.join(' ')))
  );
};

/** `to`, `as`: before the new value. */
const TO: ReadonlySet<string> = new Set(['to', 'as', 'into', 'onto']);

interface Command {
  readonly what: Refused;
  readonly at: number;
  readonly to: number;
  /** Position of the new value; `null`: there is none. */
  readonly valueAt: number | null;
  /** True when the words behind it may be the new value as well as a description. */
  readonly isWhole: boolean;
}

/** True at the start of a sentence, and behind `and`. */
function isCommandPlace({ words }: Text, at: number): boolean {
  for (let index = at; index > 0; index -= 1) {
    const before = words[index - 1]?.text ?? '';
    if (words[index]?.afterBreak || (index === at && ['and', 'then'].includes(before))) return true;
    if (!POLITE.has(before)) return false;
  }
  return true;
}

function commandAt(text: Text, at: number): Command | null {
  if (!isCommandPlace(text, at) || isOrdering(text, at)) return null;
  for (const { what, sure, led } of VERBS) {
    const isObject = (to: number) => {
      const word = text.words[to];
      return word !== undefined && !word.afterBreak && (OBJECTS.has(word.text) || word.owner !== null);
    };
    const way =
      sure.find((heard) => isHeard(text, heard, at)) ??
      led.find((heard) => isHeard(text, heard, at) && isObject(at + heard.length));
    if (way === undefined) continue;
    const to = at + way.length;
    const valueAt = what === 'change' ? text.words.findLastIndex((word, place) => place > to && TO.has(word.text)) : -1;
    const isValued = valueAt >= 0 && valueAt < text.words.length - 1;
    return { what, at, to, valueAt: isValued ? valueAt : null, isWhole: !isValued && VALUE_VERBS.has(way[0] ?? '') };
  }
  return null;
}

const found = new WeakMap<Text, Command | null>();

/** The command of a sentence; `null`: it only describes contacts. */
function commandIn(text: Text): Command | null {
  const known = found.get(text);
  if (known !== undefined) return known;
  let command: Command | null = null;
  for (let at = 0; at < text.words.length && command === null; at += 1) command = commandAt(text, at);
  found.set(text, command);
  return command;
}

/** `delete all leads from Ohio`, `set everyone in Tulsa to not interested`: MAX changes nothing. */
const COMMAND_RULE: Rule = {
  words: ['delete', 'deleting', 'erase', 'remove', 'merge', 'purge', 'trash', 'archive', 'reassign', 'untag', 'change'],
  read: (text, at) => {
    const command = commandIn(text);
    if (command === null) return null;
    const { what, to, valueAt, isWhole } = command;
    const end = text.words.length;
    if (at === valueAt) return { to: end, parts: [{ kind: 'refuse', what }] };
    if (at !== command.at) return null;
    return { to: isWhole ? end : to, parts: valueAt === null ? [{ kind: 'refuse', what }] : [] };
  },
};

const GIVE_OR_TAKE = 'remove|delete|take|strip|drop|clear|add|put|apply|attach|pull';
const TAG = 'tag|tags|label|labels|status|group';
const TAGGING = [
  phrase(`${GIVE_OR_TAKE} the|a|an|my|that|this? {choices} ${TAG}`, () => [{ kind: 'refuse', what: 'change' }]),
  phrase(`${GIVE_OR_TAKE} ${TAG} {choices}`, () => [{ kind: 'refuse', what: 'change' }]),
];
const TAG_FROM = phrase(
  `${GIVE_OR_TAKE} the|a|any|all|that|this|their|those? tag|tags|label|labels from|off|to|onto`,
  () => [{ kind: 'refuse', what: 'change' }],
);
const NAME_FROM = phrase(`${GIVE_OR_TAKE} the? {choices} from|off|to|onto|on`, () => [
  { kind: 'refuse', what: 'change' },
]);

/** `remove the hot tag from my clients`: the tag describes no contacts. */
const TAGGING_RULES: readonly Rule[] = [...TAGGING, TAG_FROM, NAME_FROM].map((rule) => ({
  ...rule,
  words: [],
  read: (text, at) => (isCommandPlace(text, at) ? rule.read(text, at) : null),
}));

const CALL: ReadonlySet<string> = new Set(['call', 'phone', 'dial', 'ring']);
/** Words for more than one contact; a single one is found by name, to be called. */
const MANY: ReadonlySet<string> = new Set([
  ...TYPE_WORDS.filter((word) => word.endsWith('s')),
  ...'all every each everyone everybody them these those people contacts folks'.split(' '),
]);
/** Words before a request; `I need to call my leads` only gives the purpose of a search. */
const REQUESTING: ReadonlySet<string> = new Set(
  'please pls plz can could would will you max hey hi hello ok okay go ahead and then now just'.split(' '),
);

/** `call all leads in Dallas`: MAX finds them and calls no one. */
const CALL_RULE: Rule = {
  words: [],
  read: (text, at) => {
    const { words } = text;
    if (!CALL.has(words[at]?.text ?? '') || !isCommandPlace(text, at)) return null;
    const isRequest =
      ['and', 'then'].includes(words[at - 1]?.text ?? '') ||
      words.slice(0, at).every((word) => REQUESTING.has(word.text));
    const first = words[at + 1];
    const isMany = (from: number, to: number) =>
      words.slice(from, to).some((word) => !word.afterBreak && word.owner === null && MANY.has(word.text));
    const isOfMany = isMany(at + 1, at + 2) || (/^(?:my|our|the)$/.test(first?.text ?? '') && isMany(at + 2, at + 5));
    const isObject = first?.afterBreak === false && isOfMany;
    return isRequest && isObject ? { to: at + 1, parts: [{ kind: 'refuse', what: 'call' }] } : null;
  },
};

export const REFUSED_RULES: readonly Rule[] = [COMMAND_RULE, ...TAGGING_RULES, CALL_RULE];
