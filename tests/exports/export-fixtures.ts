import type { ExportManifest } from '#contract/exports.contract.ts';
import type { ArrivedFile } from '../../src/machines/exports/export-context.ts';

/** A file that is whole, unless said otherwise. */
export const manifest = (differs: Partial<ExportManifest> = {}): ExportManifest => ({
  id: 7,
  format: 'csv',
  status: 'complete',
  sentence: 'Mine, state TX',
  columns: ['first_name', 'last_name', 'phone', 'email'],
  why: '',
  confirmed: 214,
  rows: 214,
  bytes: 9_000,
  sha256: 'ab'.repeat(32),
  failure: null,
  user: { id: 1007, name: 'Ada Agent' },
  actor: null,
  created_at: '2026-11-20T09:00:00Z',
  finished_at: '2026-11-20T09:00:01Z',
  ...differs,
});

/** The file of that manifest, unless said otherwise. */
export const arrived = (differs: Partial<ArrivedFile> = {}): ArrivedFile => ({
  id: 7,
  file: new Blob(['x']),
  bytes: 9_000,
  sha256: 'ab'.repeat(32),
  rows: 214,
  ...differs,
});
