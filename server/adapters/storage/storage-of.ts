import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { diskStorage } from './disk-storage.ts';
import type { Storage } from './storage.ts';

/** A bucket once it is set up, else the data folder. The client of the bucket is loaded only then. */
export async function storageOf({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Promise<Storage> {
  if (s3 === null) return diskStorage(join(dataDir, 'files'));
  const { s3Storage } = await import('./s3-storage.ts');
  return s3Storage(s3);
}
