import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaText } from '../../bin/schema-text.ts';
import { ROOT } from '../../server/config.ts';
import { openDatabase, type TestDatabase } from './database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openDatabase();
});
afterAll(() => database.close());

test('the types of rows are those of the migrations (npm run schema)', async () => {
  expect(readFileSync(join(ROOT, 'server/db/schema.ts'), 'utf8')).toBe(await schemaText(database.pool));
});
