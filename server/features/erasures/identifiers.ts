import type { Tx } from '../../db/tx.ts';
import type { Seal } from '../../seal.ts';
import { readPhone } from '../contacts/contact-phone.ts';
import { openNumbers } from '../records/sealed-fields.service.ts';
import { findNamed, findPolicyNumbers, findReplaced, ownAlone, type Value } from './identifiers.sql.ts';

/** Shortest texts that are looked for: shorter ones occur in too many others. Ours. */
const SHORTEST: Readonly<Record<Value['kind'], number>> = { phone: 10, email: 6, name: 5, word: 4, address: 8 };
const SHORTEST_NUMBER = 6;

/** Values by which a person is found in texts. */
export interface Identifiers {
  /** Names, addresses and numbers, as they are written. */
  readonly texts: readonly string[];
  /** E.164. */
  readonly phones: readonly string[];
}

/** Names, numbers and addresses that a person has or had. */
export interface Person {
  readonly names: readonly string[];
  /** E.164. */
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  /** Texts that the search learned its words from. */
  readonly learned: readonly string[];
  /** Values that no other contact has: those of a household or a namesake aren't looked for. */
  readonly alone: Identifiers;
}

/** Between the names of a person, as in the sort key of contacts. */
const BETWEEN = '\u0001';

/** Reads who these contacts are and were. `ids`: of one person. */
export async function readPerson(tx: Tx, seal: Seal, ids: readonly number[]): Promise<Person> {
  const contacts = await findNamed(tx, ids);
  const replaced = await findReplaced(tx, ids);
  const all = (...fields: (keyof (typeof contacts)[number])[]): string[] =>
    filled([
      ...contacts.flatMap((contact) => fields.map((field) => contact[field])),
      ...replaced.filter(({ field }) => (fields as string[]).includes(field)).flatMap((one) => [one.before, one.after]),
    ]);
  const [firsts, lasts] = [all('first_name'), all('last_name')];
  const pairs = lasts.flatMap((last) => firsts.map((first) => [last, first] as const));
  const phones = all('phone', 'phone_2').map((phone) => readPhone(phone) ?? phone);
  const emails = all('email', 'email_2');
  const of = (kind: Value['kind'], values: readonly string[]): Value[] =>
    values.filter((value) => value.length >= SHORTEST[kind]).map((value) => ({ kind, value }));
  const alone = await ownAlone(tx, ids, [
    ...of(
      'name',
      pairs.map((pair) => pair.join(BETWEEN)),
    ),
    ...of('word', [...firsts, ...lasts]),
    ...of('phone', phones),
    ...of('email', emails),
    ...of('address', all('address')),
  ]);
  const own = (...kinds: Value['kind'][]) => alone.filter(({ kind }) => kinds.includes(kind)).map(({ value }) => value);
  const full = own('name').flatMap((pair) => {
    const [last = '', first = ''] = pair.split(BETWEEN);
    return [`${first} ${last}`, `${last}, ${first}`, `${last} ${first}`];
  });
  const numbers = await numbersOf(tx, seal, ids);
  return {
    names: filled([
      ...pairs.map(([last, first]) => `${first} ${last}`),
      ...(pairs.length === 0 ? [...firsts, ...lasts] : []),
    ]),
    phones,
    emails,
    learned: [...firsts, ...lasts, ...all('city', 'company'), ...emails.map((email) => email.split('@')[1] ?? '')],
    alone: { texts: filled([...full, ...own('word', 'email', 'address'), ...numbers]), phones: own('phone') },
  };
}

/** Policy numbers and the encrypted ones, without those whose key is lost. */
async function numbersOf(tx: Tx, seal: Seal, ids: readonly number[]): Promise<string[]> {
  const numbers = await findPolicyNumbers(tx, ids);
  for (const id of ids) {
    const opened = await openNumbers(tx, seal, id).catch(() => new Map<string, never>());
    numbers.push(...[...opened.values()].map(({ value }) => value));
  }
  return numbers.filter((number) => number.length >= SHORTEST_NUMBER);
}

const filled = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.map((value) => value?.trim() ?? '').filter((value) => value !== '')),
];
