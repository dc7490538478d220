import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The one module that decides which contacts a user may see. */
const MODULE = 'server/features/contacts/contact-visibility.sql.ts';

/** An owner or a pool of a contact, compared with a downline or the holders of a pool, in one statement. */
const DECIDES =
  /\b(?!h\.)\w+\.(?:owner_id|pool_id)\b[^;`]{0,80}\b(?:user_tree|pool_holders)\b|\b(?:user_tree|pool_holders)\b[^;`]{0,80}\bc\.(?:owner_id|pool_id)\b|\bowner_id = any\(.{0,60}\bpool_id = any\(/;

test('one module decides which contacts a user may see', () => {
  const deciding = globSync('server/**/*.ts', { exclude: ['server/features/demo/**'] }).filter((file) =>
    DECIDES.test(readFileSync(file, 'utf8')),
  );

  expect(deciding.filter((file) => file !== MODULE)).toEqual([]);
  expect(deciding).toContain(MODULE);
});
