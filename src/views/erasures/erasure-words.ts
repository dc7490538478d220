import type { ErasedKind, ErasurePreview, KeptKind } from '#contract/erasures.contract.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { formatCount } from '../_kit/format/format-count.ts';

/** One and several. */
const ERASED: Readonly<Record<ErasedKind, readonly [string, string]>> = {
  contacts: ['contact', 'contacts, merged ones included'],
  notes: ['note', 'notes'],
  activities: ['activity', 'activities'],
  emails: ['e-mail', 'e-mails'],
  texts: ['text message', 'text messages'],
  files: ['file', 'files'],
  recordings: ['call recording', 'call recordings'],
  calls: ['call with its number and note', 'calls with their numbers and notes'],
  policies: ['policy', 'policies'],
  securities: ['security', 'securities'],
  sensitive: ['set of sensitive data', 'sets of sensitive data'],
  consents: ['consent entry', 'consent entries'],
  decisions: ['contact decision', 'contact decisions'],
  scopes_of_appointment: ['scope of appointment', 'scopes of appointment'],
  changes: ['changed value in the timeline', 'changed values in the timeline'],
  imported_rows: ['imported row', 'imported rows'],
  printed: ['page of a print job', 'pages of print jobs'],
};

const KEPT: Readonly<Record<KeptKind, readonly [string, string]>> = {
  consents: ['consent entry', 'consent entries'],
  decisions: ['contact decision', 'contact decisions'],
  do_not_call: ['Do Not Call request', 'Do Not Call requests'],
  scopes_of_appointment: ['scope of appointment', 'scopes of appointment'],
  policies: ['policy', 'policies'],
  recordings: ['call recording', 'call recordings'],
  calls: ['record of a marketing call', 'records of marketing calls'],
};

const counted = ([one, several]: readonly [string, string], count: number) =>
  `${formatCount(count)} ${count === 1 ? one : several}`;

/** "3 notes" for each kind. */
export const erasedLines = ({ erased }: Pick<ErasurePreview, 'erased'>): string[] =>
  erased.map(({ kind, count }) => counted(ERASED[kind], count));

/** "2 policies, until 11/12/2036 (42 CFR 422.504(d))" for each kind. */
export const keptLines = ({ kept }: Pick<ErasurePreview, 'kept'>): string[] =>
  kept.map(
    ({ kind, count, until, source }) =>
      `${counted(KEPT[kind], count)}, until ${formatPlainDate(until)}${source === '' ? '' : ` (${source})`}`,
  );

/** "2 policies, 1 call recording" */
export const keptSummary = (kept: readonly { kind: KeptKind; count: number }[]): string =>
  kept.map(({ kind, count }) => counted(KEPT[kind], count)).join(', ');
