import type { FileType } from '#contract/files.contract.ts';
import { TYPES } from './file-types.ts';

export interface StoredFile {
  readonly key: string;
  readonly name: string;
  readonly type: FileType;
  readonly bytes: number;
}

/** A stored file as its address serves it; a PDF opens in its own tab. */
export function linkedBytes(file: StoredFile | null) {
  if (file === null) return null;
  const { key, name, type, bytes } = file;
  const { mime, look } = TYPES[type];
  return { name, mime, key, bytes, isPage: look === 'page' };
}
