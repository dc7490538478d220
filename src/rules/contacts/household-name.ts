import { contactName } from './contact-name.ts';
import { foldName } from './person-name.ts';

interface Named {
  readonly first_name: string;
  readonly last_name: string;
}

/** The first of those that are the same by a key. */
function differing<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const keys = items.map(keyOf);
  return items.filter((_, at) => keys.indexOf(keys[at] ?? '') === at);
}

/** "A", "A and B", "A, B and C" */
const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/**
 * Envelope name of a household: "Maria and José Garza", with three or more people "The Garza family". Empty: no one has
 * a name.
 */
export function householdName(people: readonly Named[]): string {
  const named = differing(
    people.filter((person) => contactName(person) !== ''),
    (person) => foldName(contactName(person)),
  );
  const [one, other] = named;
  if (one === undefined) return '';
  if (other === undefined) return contactName(one);
  const families = differing(named.map(({ last_name }) => last_name.trim()).filter(Boolean), foldName);
  const isOneFamily = families.length === 1 && named.every(({ last_name }) => last_name.trim() !== '');
  if (named.length === 2 && isOneFamily && one.first_name && other.first_name)
    return `${one.first_name.trim()} and ${other.first_name.trim()} ${families[0]}`;
  if (named.length === 2 && !isOneFamily) return listed(named.map(contactName));
  return families.length === 0 ? listed(named.map(contactName)) : `The ${listed(families)} family`;
}
