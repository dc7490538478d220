// Writes server/db/schema.ts from the migrations, in a PostgreSQL of its own. npm run schema
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../server/config.ts';
import { startEmbeddedPostgres } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';
import { createPool } from '../server/db/pool.ts';
import { schemaText } from './schema-text.ts';

const silent = () => undefined;
const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-schema-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: silent, durability: 'this-run' });
try {
  await migrate({ url: postgres.url, log: silent });
  const pool = createPool({ url: postgres.url });
  try {
    writeFileSync(join(ROOT, 'server/db/schema.ts'), await schemaText(pool));
  } finally {
    await pool.end();
  }
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true });
}
