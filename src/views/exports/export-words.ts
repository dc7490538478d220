import type { ExportFormat, ExportManifest } from '#contract/exports.contract.ts';
import type { ExportContext, ExportFailure } from '../../machines/exports/export-context.ts';
import type { Tone } from '../_kit/display/Icon.tsx';
import { formatContacts, formatCount } from '../_kit/format/format-count.ts';

const UNITS = ['bytes', 'kB', 'MB', 'GB'] as const;

/** "9.1 kB" */
export function sizeOf(bytes: number): string {
  const power = Math.min(UNITS.length - 1, bytes < 1_000 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`;
}

export const FORMATS: Readonly<Record<ExportFormat, string>> = {
  csv: 'CSV, for any program',
  xlsx: 'Excel workbook',
};

/** Progress of a download. Only the server knows the number of rows of a workbook. */
export function progressWords({ choice, rows, bytes, counted }: ExportContext): string {
  if (choice.format === 'xlsx') return sizeOf(bytes);
  return `${formatCount(rows)} of ${formatContacts(counted?.count ?? 0)}, ${sizeOf(bytes)}`;
}

/** Why there is no file, one sentence. */
export const failureWords = ({ isIncomplete, text }: ExportFailure): string =>
  isIncomplete ? 'The download was incomplete, so nothing was saved. Try again.' : text;

/** The same for the notification, in a word or two. */
export const statusWords = ({ isIncomplete, statusText }: ExportFailure): string =>
  isIncomplete ? 'File incomplete' : (statusText ?? 'Connection lost');

/** First and last characters of a hash, to distinguish two files at a glance. */
export const shortHash = (sha256: string): string => `${sha256.slice(0, 8)}…${sha256.slice(-4)}`;

export const STATUS_WORDS: Readonly<Record<ExportManifest['status'], { readonly text: string; readonly tone?: Tone }>> =
  {
    running: { text: 'In progress' },
    complete: { text: 'Complete', tone: 'good' },
    failed: { text: 'Incomplete', tone: 'bad' },
    refused: { text: 'Refused', tone: 'warn' },
  };

/** "Mine, state TX as CSV" */
export const whatOf = ({ sentence, format }: ExportManifest): string =>
  `${sentence === '' ? 'Selected individually' : sentence} as ${format === 'csv' ? 'CSV' : 'Excel'}`;

/** "Ada Agent", or "Max Manager as Ada Agent" */
export const whoOf = ({ user, actor }: ExportManifest): string =>
  actor === null ? user.name : `${actor.name} as ${user.name}`;
