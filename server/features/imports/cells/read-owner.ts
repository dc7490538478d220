/** Users to whom the rows of an import may be assigned. */
export interface RowOwners {
  /** The owner of the import, whom a row has by itself. */
  readonly own: number;
  /** Username, e-mail or full name in lower case → the user; `null`: several have that name. */
  readonly named: ReadonlyMap<string, number | null>;
  readonly unitOf: ReadonlyMap<number, number>;
}

export interface Assignable {
  readonly id: number;
  readonly unit: number;
  readonly username: string;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
}

const folded = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** A username means its user, also where it is the name of another one; an e-mail or a name of several means none. */
export function ownersByName(own: number, users: readonly Assignable[]): RowOwners {
  const named = new Map<string, number | null>();
  const add = (key: string, id: number) => {
    if (key !== '') named.set(key, named.has(key) && named.get(key) !== id ? null : id);
  };
  for (const { id, email, first_name: first, last_name: last } of users) {
    for (const name of new Set([email, `${first} ${last}`, `${last}, ${first}`].map(folded))) add(name, id);
  }
  for (const { id, username } of users) named.set(folded(username), id);
  return { own, named, unitOf: new Map(users.map(({ id, unit }) => [id, unit])) };
}

/** The user that a cell names; `null`: several; `undefined`: none to whom rows may be assigned. */
export const ownerNamed = (text: string, { named }: RowOwners): number | null | undefined => named.get(folded(text));
