/** Meanings of words. It has only its own: `constructor` is not in it. */
export const wordTable = <Meaning>(table: Readonly<Record<string, Meaning>>): Readonly<Record<string, Meaning>> =>
  Object.assign(Object.create(null) as Record<string, Meaning>, table);
