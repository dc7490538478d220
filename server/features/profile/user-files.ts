import { MAX_USER_FILE_BYTES, USER_PICTURE_TYPES, type UserFile } from '#contract/profile.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { IncomingFile } from '../../http/bind.ts';
import type { Identity } from '../../identity.ts';
import { refuseField } from '../../errors.ts';
import { keepCheckedFile } from '../files/checked-file.ts';
import { holderOf, linksOf } from '../files/file-links.ts';
import type { KeptFile } from '../files/keep-file.ts';
import { removeSpare, removeUnnamed } from '../files/spare-bytes.ts';
import * as sql from './user-files.sql.ts';

type Names = Partial<Record<UserFile, string>>;

/** Writes the change of a file, and answers what was and is there by name. `null`: nothing changes. */
export type SaveFile = (tx: Tx, userId: number) => Promise<{ readonly before: Names; readonly after: Names } | null>;

interface Asked {
  readonly file: IncomingFile | null;
  /** Goes, unless a file takes its place. */
  readonly remove: UserFile | undefined;
}

const PICTURE = 'Choose a PNG, JPEG, GIF or WebP image.';

/** Faces are shown round: they are cut to a square. @throws {Refusal} `refused` under the name of the file. */
function keep(deps: Deps, file: IncomingFile, kind: UserFile): Promise<KeptFile> {
  const isFlyer = kind === 'flyer';
  return keepCheckedFile(deps, file, {
    maxBytes: MAX_USER_FILE_BYTES,
    types: isFlyer ? ['pdf', ...USER_PICTURE_TYPES] : USER_PICTURE_TYPES,
    others: isFlyer ? 'Choose a PDF or an image.' : PICTURE,
    field: kind,
    cut: kind === 'photo' || kind === 'personal_photo' ? 'square' : 'whole',
  });
}

/** Bytes that no row names afterwards are removed, whatever happens. */
export async function withUserFile<T>(
  deps: Deps,
  { file, remove }: Asked,
  save: (saveFile: SaveFile) => Promise<T>,
): Promise<T> {
  if (file !== null && remove !== undefined && remove !== file.field)
    throw refuseField('remove', 'Remove a file and send another one in two requests.');
  const kind = file === null ? remove : (file.field as UserFile);
  const kept = file === null ? null : await keep(deps, file, file.field as UserFile);
  const spare: string[] = [];
  const saveFile: SaveFile = async (tx, userId) => {
    if (kind === undefined) return null;
    const before = await sql.deleteUserFile(tx, userId, kind);
    if (before !== null) spare.push(before.file_key);
    if (kept !== null) await sql.insertUserFile(tx, userId, kind, kept);
    if (before === null && kept === null) return null;
    return { before: { [kind]: before?.file_name ?? '' }, after: { [kind]: kept?.name ?? '' } };
  };
  try {
    const saved = await save(saveFile);
    for (const key of spare) await removeSpare(deps, key);
    return saved;
  } catch (error) {
    if (kept !== null) await removeUnnamed(deps, kept.fileKey, error);
    throw error;
  }
}

/** Addresses of the user's files, for some minutes. */
export async function userFilesOf(
  { config, now }: Pick<Deps, 'config' | 'now'>,
  tx: Tx,
  { userId, accountId, ...caller }: { readonly accountId: number } & Pick<Identity, 'userId' | 'sessionId' | 'keyId'>,
): Promise<Pick<CurrentUser['profile'], 'personal_photo' | 'logo'> & Pick<CurrentUser['webpage'], 'photo' | 'flyer'>> {
  const rows = await sql.findUserFiles(tx, userId);
  const addressOf = (kind: UserFile) => {
    const row = rows.find((one) => one.kind === kind);
    if (row === undefined) return null;
    const linked = { accountId, fileId: row.id, variant: 'user', holder: holderOf(caller) } as const;
    return linksOf(config).linkTo(linked, row.file_name, now()).url;
  };
  return {
    personal_photo: addressOf('personal_photo'),
    logo: addressOf('logo'),
    photo: addressOf('photo'),
    flyer: addressOf('flyer'),
  };
}

/** Keys in the storage, by kind. */
export const keysOfUserFiles = async (tx: Tx, userId: number): Promise<Names> =>
  Object.fromEntries((await sql.findUserFiles(tx, userId)).map(({ kind, file_key: key }) => [kind, key]));
