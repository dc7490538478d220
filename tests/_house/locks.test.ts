import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const files = globSync(['server/**/*.ts', 'server/db/functions/*.sql']);

/** A select of contacts that locks them, up to its strength. */
const LOCKING =
  /\bfrom contacts\b(?:(?!\bselect\b.*\bfrom (?!contacts)|[;`]).)*?\bfor (?:no key update|update|key share|share)/gs;

/** Several contacts by id, or one. */
const IN_ORDER = /\b(?:order by (?:c\.)?id|c\.id = contact) for no key update$/;

test('contacts are locked in the order of their ids, and never against references', () => {
  const statements = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(LOCKING)].map(([text]) => ({ file, text })),
  );

  expect(statements.filter(({ text }) => !IN_ORDER.test(text))).toEqual([]);
  expect(statements.length).toBeGreaterThan(4);
});
