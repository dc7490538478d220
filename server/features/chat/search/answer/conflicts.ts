import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import { DAY_FIELDS } from '#rules/contacts/filter-ops.ts';
import { plusDays } from '#rules/time/days.ts';
import { ask, filter, type Part, set, type Text } from '../reading.ts';
import type { Stretch } from '../runs.ts';

/** Fields in which a contact can have several values. */
const SEVERAL: readonly ContactFilter['field'][] = ['tag', 'group'];

const NOT_AT_ONCE = "I can't search for two conflicting conditions at once. Choose one.";

const isOneOf = ({ op = 'is' }: ContactFilter): boolean => op === 'is' || op === 'starts_with';

/** Bounds of one span hold together; two values of what a contact has once do not. */
function filtersConflict(a: ContactFilter, b: ContactFilter): boolean {
  if (a.field !== b.field || SEVERAL.includes(a.field)) return false;
  if (!DAY_FIELDS.includes(a.field)) return isOneOf(a) && isOneOf(b) && a.op === b.op;
  const [after, before] = [a, b].toSorted((one, other) => (one.op ?? '').localeCompare(other.op ?? ''));
  if (after?.op !== 'after' || before?.op !== 'before')
    return [a, b].every(({ op = 'is' }) => ['is', 'after', 'before'].includes(op));
  return plusDays(String(after.value), 1) >= String(before.value);
}

function conflicts(a: Part, b: Part): boolean {
  if (a.kind === 'filter' && b.kind === 'filter') return filtersConflict(a.filter, b.filter);
  if (a.kind !== 'set' || b.kind !== 'set') return false;
  const [one, other] = [a.set, b.set];
  return (['type', 'category', 'contact_group'] as const).some(
    (key) => one[key] !== undefined && other[key] !== undefined && one[key] !== other[key],
  );
}

const areAtOdds = (one: Stretch, other: Stretch): boolean =>
  one.parts.some((a) => other.parts.some((b) => conflicts(a, b)));

/** `women over 65 and men over 70`: contradictory conditions become a question. */
export function askedAtOdds(stretches: readonly Stretch[]): Stretch[] {
  const done: Stretch[] = [];
  for (let index = 0; index < stretches.length; ) {
    const first = stretches[index];
    let end = index;
    for (let inside = index; inside <= end; inside += 1) {
      const one = stretches[inside];
      end = Math.max(
        end,
        stretches.findLastIndex((other, place) => place > end && one !== undefined && areAtOdds(one, other)),
      );
    }
    const last = stretches[end];
    if (first && last)
      done.push(end === index ? first : { from: first.from, to: last.to, kind: 'claim', parts: [ask(NOT_AT_ONCE)] });
    index = end + 1;
  }
  return done;
}

const isOwners = (part: Part) =>
  part.kind === 'filter' && part.filter.field === 'owner' && part.filter.op === undefined;

/** `my leads and Priya's`, `Priya's leads and mine`: those of both. */
export function withMine(text: Text, stretches: readonly Stretch[]): Stretch[] {
  const owned = stretches.findIndex(({ parts }) => parts.some(isOwners));
  const owners = stretches[owned]?.parts.find(isOwners);
  if (owners?.kind !== 'filter') return [...stretches];
  const { me } = text.vocabulary.words;
  const mine = stretches.findIndex(
    ({ from, kind, parts }, place) =>
      place !== owned &&
      (parts.some((part) => part.kind === 'set' && part.set.contact_group === 'mine') ||
        (place < owned && kind === 'filler' && text.words[from]?.text === 'my')),
  );
  const between = stretches.slice(Math.min(mine, owned) + 1, Math.max(mine, owned));
  const isJoined = between.some(({ from }) => ['and', 'plus', 'y', 'or'].includes(text.words[from]?.text ?? ''));
  const ids = [owners.filter.value].flat();
  if (mine < 0 || !isJoined || ids.includes(me)) return [...stretches];
  const all = mine < owned ? [me, ...ids] : [...ids, me];
  return stretches.map((stretch, place) =>
    place === owned
      ? { ...stretch, parts: [filter('owner', all), set({ contact_group: 'all_agents' })] }
      : place === mine
        ? { ...stretch, parts: [] }
        : stretch,
  );
}
