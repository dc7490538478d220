import type { FileKind, FileType } from '#contract/files.contract.ts';
import type { Config } from '../../config.ts';
import type { Tx } from '../../db/tx.ts';
import { settingIn } from '../settings/current-settings.ts';
import { FileRefusal, TYPES } from './file-types.ts';
import { lockUsage } from './files.sql.ts';

/** Allowance beyond the quota for recently deleted files and ZIPs in progress. Our choice. */
const WITH_DELETED = 2;

const FULL = 'Recently deleted files and running ZIP uploads still use space. Try again in a few days.';

const gigabytes = (bytes: number): string => `${(bytes / 2 ** 30).toFixed(1)} GB`;

/** @throws {FileRefusal} when the user's quota has no room for this many more bytes. */
export async function requireRoom(tx: Tx, { files }: Pick<Config, 'files'>, userId: number, bytes: number) {
  const { live, all } = await lockUsage(tx, userId);
  if (live + bytes > files.quotaBytes) {
    throw new FileRefusal(
      `Your files use ${gigabytes(live)} of ${gigabytes(files.quotaBytes)}, and this file doesn't fit. Delete some files first.`,
    );
  }
  if (all + bytes > files.quotaBytes * WITH_DELETED) throw new FileRefusal(FULL);
}

/** @throws {FileRefusal} for a file above the limit of the account. */
export async function requireSize(tx: Tx, config: Config, bytes: number): Promise<void> {
  const most = Number(await settingIn({ config }, tx, 'contact_file_mb'));
  if (bytes > most * 2 ** 20) throw new FileRefusal(`The file is larger than ${most} MB.`);
}

/** ZIPs that a person may have under way. Ours: one that runs and two that wait. */
const MOST_ZIPS = 3;

/** @throws {FileRefusal} when the user's quota has no room for one more ZIP of this size. */
export async function requireRoomForZip(tx: Tx, { files }: Pick<Config, 'files'>, userId: number, bytes: number) {
  const { all, zips } = await lockUsage(tx, userId);
  if (zips >= MOST_ZIPS) {
    throw new FileRefusal('You have three ZIP uploads in progress. Wait until one ends.');
  }
  if (all + bytes > files.quotaBytes * WITH_DELETED) throw new FileRefusal(FULL);
}

/** @throws {FileRefusal} when a recording is no audio. */
export function requireKind(kind: FileKind, type: FileType): void {
  if (kind === 'call' && TYPES[type].look !== 'audio') {
    throw new FileRefusal('Recordings must be audio files: MP3, WAV, M4A or OGG.');
  }
}

/** True when a file waits for its check. */
export const isCheckedLater = (type: FileType, { files }: Pick<Config, 'files'>): boolean =>
  files.scanner !== null || TYPES[type].check !== null;
