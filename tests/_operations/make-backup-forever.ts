// Makes a backup that waits for an upload which never ends, and says so; a test kills it.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { makeBackup } from '../../server/operations/backup/make-backup.ts';

const [, , url = '', into = ''] = process.argv;
const filesFolder = mkdtempSync(join(into, '..', 'endless-'));
execFileSync('mkfifo', [join(filesFolder, 'upload-endless')]);
const tell = () => {
  const [partial = 'none'] = readdirSync(into);
  if (existsSync(join(into, partial, 'files'))) process.send?.('under way');
  else setTimeout(tell, 10).unref();
};
tell();
await makeBackup({
  url,
  source: 'test',
  installation: 'test',
  filesFolder,
  into,
  app: '0',
  key: null,
  secretKeys: [],
  withKeys: false,
  now: () => new Date(),
});
