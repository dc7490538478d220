import { isEmptyOp } from '#rules/contacts/filter-ops.ts';
import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import { ask, type Claim, filter, isHeard, type Part, type Rule, type Text } from './reading.ts';

const NOT = (
  'not,isnt,arent,is not,are not,not in,dont,doesnt,do not,does not,dont have,doesnt have,non,that arent,who arent,no,without,' +
  'without the,werent,wasnt,havent been,not the,never,never been,no longer,no son,que no son,not any,minus,not from,but not,' +
  'not been,not yet,with no,without any,havent,hasnt been,without a,nobody,not my'
)
  .concat(',dont want,i dont want,do not want,didnt come,did not come,dont come,do not come,never came')
  .split(',')
  .map((way) => way.split(' '))
  .toSorted((a, b) => b.length - a.length);
const EXCEPT =
  'except,except for,everyone but,everybody but,anyone but,anybody but,excluding,exclude,other than,apart from,aside from,besides,but not,minus,leaving out,not including,all but,excepto,menos'
    .split(',')
    .map((way) => way.split(' '))
    .toSorted((a, b) => b.length - a.length);

/** Words between the `not` and what it negates. */
const BETWEEN = [
  'been',
  'are',
  'is',
  'be',
  'the',
  'a',
  'any',
  'marked',
  'listed',
  'live',
  'living',
  'on',
  'of',
  'my',
  'our',
  'as',
  'yet',
  'contacts',
  'people',
  'folks',
  'ones',
  'anyone',
  'anybody',
  'those',
  'who',
  'that',
  'from',
];
const BEHIND = ['yet', 'though', 'anymore'];

type Read = (text: Text, at: number) => Claim | null;

const deniedFilter = (denied: ContactFilter): Part | null => {
  const { field, op = 'is', value } = denied;
  if (field === 'policy_carrier') return filter(field, value, op === 'not' ? 'contains' : 'not');
  if (op === 'is') return filter(field, value, 'not');
  if (op === 'not') return filter(field, value);
  if (isEmptyOp(op)) return filter(field, '', op === 'empty' ? 'not_empty' : 'empty');
  return null;
};

/** The opposite of one condition; `null` when no filter can express it. */
export function denied(parts: readonly Part[]): Part[] | null {
  const telling = parts.filter(({ kind }) => kind !== 'awaits');
  const [part, second] = telling;
  // Contacts of others are those of the whole downline but these.
  const isOwner = part?.kind === 'filter' && part.filter.field === 'owner';
  if (isOwner && telling.length === 2 && second?.kind === 'set' && second.set.contact_group === 'all_agents') {
    const opposite = deniedFilter(part.filter);
    return opposite && [opposite, second];
  }
  if (part === undefined || telling.length > 1) return null;
  if (part.kind === 'filter') {
    const opposite = deniedFilter(part.filter);
    return opposite && [opposite];
  }
  if (part.kind !== 'set') return null;
  const { type, category, ...others } = part.set;
  if (Object.keys(others).length > 0) return null;
  if (type) return [filter('type', type, 'not')];
  return category ? [filter('category', category, 'not')] : null;
}

/** `not in Texas`, `not tagged hot`, `aren't clients`. */
export const notRule = (read: Read, fileAt: Read): Rule => ({
  words: NOT.flat(),
  starts: new Set(NOT.map(([word = '']) => word)),
  read: (text, at) => {
    const ways = NOT.filter((heard) => isHeard(text, heard, at));
    const file = ways.map((way) => fileAt(text, at + way.length)).find((claim) => claim !== null);
    if (file) return file;
    for (const way of ways) {
      for (let start = at + way.length; ; start += 1) {
        if (text.words[start] === undefined || text.words[start]?.afterBreak) break;
        const claim = read(text, start);
        const parts = claim && denied(claim.parts);
        if (claim && parts) {
          const isTailed = BEHIND.includes(text.words[claim.to]?.text ?? '') && !text.words[claim.to]?.afterBreak;
          return { to: claim.to + (isTailed ? 1 : 0), parts };
        }
        if (!BETWEEN.includes(text.words[start]?.text ?? '')) break;
      }
    }
    return null;
  },
});

/** `all in the agency but mine`: before an owner, `but` excludes their contacts. */
const butWhose = (read: Read, text: Text, at: number): readonly string[] | null => {
  const isWhose = (part: Part) => part.kind === 'set' && part.set.contact_group !== undefined;
  const claim = isHeard(text, ['but'], at) ? read(text, at + 1) : null;
  return claim?.parts.some(isWhose) === true && !/^(?:just|only)$/.test(text.words[at + 1]?.text ?? '')
    ? ['but']
    : null;
};

/** `my team's contacts except Marcus's`: whose contacts are meant is said before. */
const isWhoseSaid = (read: Read, text: Text, at: number): boolean =>
  text.words
    .slice(0, at)
    .some((_, place) =>
      read(text, place)?.parts.some((part) => part.kind === 'set' && part.set.contact_group !== undefined),
    );

/** `except Texas`; no filter excludes a combination of conditions. */
export const exceptRule = (read: Read, fileAt: Read): Rule => ({
  words: EXCEPT.flat(),
  starts: new Set(['but', ...EXCEPT.map(([word = '']) => word)]),
  read: (text, at) => {
    const way = EXCEPT.find((heard) => isHeard(text, heard, at)) ?? butWhose(read, text, at);
    if (way === null) return null;
    const start = at + way.length;
    const file = fileAt(text, start);
    if (file && isOver(text, file.to)) return file;
    const claims: Claim[] = [];
    let [to, isUnread] = [start, false];
    for (; to === start ? to < text.words.length : !isOver(text, to); ) {
      const claim = read(text, to);
      if (claim) claims.push(claim);
      else isUnread ||= !BETWEEN.includes(text.words[to]?.text ?? '');
      to = claim?.to ?? to + 1;
    }
    // A condition behind words that nobody understands must not become one of its own.
    if (isUnread) return claims.some(isFiltering) ? { to, parts: [ask(NO_EXCEPTION)] } : null;
    const [only] = claims;
    const parts = claims.length === 1 && only ? denied(only.parts) : null;
    if (parts) return { to, parts: isWhoseSaid(read, text, at) ? parts.filter(({ kind }) => kind !== 'set') : parts };
    return claims.length === 0 ? null : { to, parts: [ask(NO_EXCEPTION)] };
  },
});

const NO_EXCEPTION = "I can't exclude contacts that way.";
const isOver = ({ words }: Text, at: number): boolean => words[at]?.afterBreak !== false;
const isFiltering = ({ parts }: Claim): boolean => parts.some(({ kind }) => kind === 'filter' || kind === 'set');
