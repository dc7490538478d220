// Restores a backup and says when a file of the data folder is there; a test kills it then.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { restoreBackup } from '../../server/operations/restore/restore-backup.ts';

const [, , folder = '', dataDir = '', file = ''] = process.argv;
const tell = () => {
  if (existsSync(join(dataDir, file))) process.send?.('there');
  else setTimeout(tell, 5).unref();
};
tell();
await restoreBackup({
  folder,
  key: null,
  config: { databaseUrl: null, dataDir },
  secretKeys: [],
  replace: true,
  durability: 'this-run',
  now: () => new Date(),
});
process.disconnect?.();
