import type { Tx } from '../../db/tx.ts';
import { TYPES } from '../files/file-types.ts';
import type { Bytes } from './corporations.sql.ts';

const SOURCES = {
  corporation: 'select file_key as key, file_name as name, file_type as type, file_bytes as bytes from corporations',
  corporationfile:
    'select file_key as key, file_name as name, file_type as type, file_bytes as bytes from corporation_files',
  corporationpreview:
    'select preview_key as key, preview_name as name, preview_type as type, preview_bytes as bytes from corporation_files',
} as const;

/** The bytes of a logo, a file or its preview image. `null`: there are none. */
export async function findCorporationBytes(tx: Tx, variant: keyof typeof SOURCES, id: number) {
  const [row] = await tx.raw<Bytes>(`${SOURCES[variant]} where id = $1`, [id]);
  if (row === undefined || row.key === null || row.name === null || row.type === null) return null;
  return { name: row.name, mime: TYPES[row.type].mime, key: row.key, bytes: row.bytes, isPage: false };
}
