import type { AnyActorRef, EventObject } from 'xstate';

/** Fields whose numbers name rows of the database or amounts of work, never a person's data. */
const NUMBERS = new Set(['id', 'column', 'row', 'version', 'sent', 'sentBytes', 'planId', 'offset']);
/** Fields whose values are words of the code. */
const WORDS = new Set(['status', 'stage', 'kind', 'page', 'why', 'outcome']);
const WORD = /^[a-z][A-Za-z_]{1,23}$/u;
/** The kind or the class of an error. */
const FAILURE = /^[A-Za-z_]{2,32}$/u;

/** Description of an event without personal data: field names, and values from the lists above. */
export function fieldsOf(event: EventObject): string {
  if (event.type.startsWith('xstate.')) return failureOf(event);
  let fields = '';
  for (const name in event) {
    if (name === 'type') continue;
    const value: unknown = event[name as keyof EventObject];
    fields += `${fields === '' ? '' : ', '}${name}${isHarmless(name, value) ? `: ${String(value)}` : ''}`;
  }
  return fields;
}

const isHarmless = (name: string, value: unknown): boolean =>
  typeof value === 'boolean' ||
  (typeof value === 'number' && NUMBERS.has(name)) ||
  (typeof value === 'string' && WORDS.has(name) && WORD.test(value));

/** Kind of a failure in the vocabulary of the code: `offline`, `TypeError`. */
function failureOf(event: EventObject): string {
  if (!('error' in event) || typeof event.error !== 'object' || event.error === null) return '';
  const { kind, name } = event.error as { kind?: unknown; name?: unknown };
  const word = [kind, name].find((each): each is string => typeof each === 'string' && FAILURE.test(each));
  return word === undefined ? '' : `error: ${word}`;
}

/** Returns the type of an event; xstate's own are translated. */
export function causeOf({ type }: EventObject, source: AnyActorRef | undefined): string {
  if (!type.startsWith('xstate.')) return type;
  if (type === 'xstate.init') return 'started';
  const [, what = '', of = ''] = type.split('.');
  if (what === 'after') return `after ${of}`;
  return `${source === undefined ? 'a child' : nameOf(source)} ${{ done: 'done', error: 'failed' }[what] ?? 'told more'}`;
}

/** The name under which an actor was invoked or spawned. */
export const nameOf = (ref: AnyActorRef): string => (typeof ref.src === 'string' ? ref.src : ref.id);
