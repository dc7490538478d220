import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import type { ImportBroadcast } from '#contract/imports/broadcasts.contract.ts';
import type { ImportAttempt, ImportForm } from '#contract/imports.contract.ts';
import {
  IMPORT_LAST_ROWS,
  type ImportEncoding,
  type ImportHead,
  type ImportField,
  type ImportRow,
  type ProblemRow,
  MAX_IMPORT_BYTES,
} from '#contract/imports/rows.contract.ts';
import type { DateOrder } from '#rules/time/plain-date.ts';
import type { AnyActorRef } from 'xstate';
import { type Draft, draftFor, type Settings } from './mapping.ts';
import type { LocalFault, Refusal } from './refusal.ts';

/** A file on the person's disk. */
export interface ChosenFile {
  readonly name: string;
  readonly bytes: number;
  readonly content: Blob;
}

export interface ImportContext {
  /** `null` until the file is uploaded. */
  readonly id: number | null;
  /** `null`: opened by its number. */
  readonly file: ChosenFile | null;
  readonly sentBytes: number;
  readonly attempt: ImportAttempt | null;
  /** Facts read from the start of the file. */
  readonly head: ImportHead;
  /** Newest first, at most 20. */
  readonly rows: readonly ImportRow[];
  /** The attempt's version that `rows` belong to: two streams bring facts, not always in one order. */
  readonly rowsVersion: number;
  /** Rows that a check under way has read so far. */
  readonly rowsRead: number;
  /** `null` until columns are known. */
  readonly draft: Draft | null;
  /** Whether the user has sent the columns to a check; until then a check by the server moves nothing. */
  readonly checkAsked: boolean;
  /** Corrected cells that the server has not got yet, by the number of their row. */
  readonly unsaved: Corrections;
  /** Problem rows as the server has them since they were corrected here. */
  readonly fixed: Readonly<Record<number, ProblemRow>>;
  /** Why the last command was refused. `null` once another is asked. */
  readonly refusal: Refusal | null;
  /** Called with the number once there is one. `null`: no listener. */
  readonly registry: AnyActorRef | null;
}

export interface CorrectedRow {
  readonly row_number: number;
  readonly cells: Readonly<Record<string, string>>;
}

export type Corrections = Readonly<Record<number, CorrectedRow['cells']>>;

export interface FixReply {
  readonly rows: readonly ProblemRow[];
  readonly import: ImportAttempt;
}

/** Another way to read the start of the file. */
export type HeadPlace =
  | { readonly header_row: number }
  | { readonly sheet: number }
  | { readonly encoding: ImportEncoding }
  | { readonly delimiter: string };

/** Requests to the server. */
export type ImportChange =
  | { readonly kind: 'readHead'; readonly place: HeadPlace }
  | { readonly kind: 'check'; readonly form: ImportForm }
  | { readonly kind: 'stopCheck' | 'start' | 'pause' | 'resume' | 'cancel' | 'undo' | 'delete' | 'retry' };

/** Reply of the server. `null`: not part of this reply. */
export interface ImportReply {
  readonly import: ImportAttempt;
  readonly head: ImportHead | null;
  readonly rows: readonly ImportRow[] | null;
}

/** User commands. */
export type ImportCommand =
  | { type: 'import.chooseFile'; file: ChosenFile }
  | { type: 'import.cancelUpload' }
  | { type: 'import.map'; column: number; field: ImportField | null; custom?: string }
  | { type: 'import.setOptions'; options: Partial<Omit<Draft, 'header_row' | 'fields'>> }
  | { type: 'import.applySettings'; settings: Settings }
  | { type: 'import.readHead'; place: HeadPlace }
  | { type: 'import.check' }
  | { type: 'import.setDateOrder'; column: number; order: DateOrder }
  | { type: 'import.edit' }
  | { type: 'import.start' }
  | { type: 'import.pause' }
  | { type: 'import.resume' }
  | { type: 'import.cancel' }
  | { type: 'import.undo' }
  | { type: 'import.delete' }
  | { type: 'import.retry' }
  | { type: 'import.fixRow'; row: CorrectedRow }
  | { type: 'import.saveFixes' }
  | { type: 'import.reload' };

export type UploadFact =
  | { type: 'upload.progressed'; sentBytes: number }
  | { type: 'upload.finished'; reply: ImportReply };

/** Facts from outside. */
export type ImportFact = ImportBroadcast | StreamBroadcast | UploadFact;

/** Events between the regions of the machine. */
export type ImportSignal =
  | { type: 'attempt.adopted' }
  | { type: 'attempt.missed'; refusal: Refusal }
  | { type: 'change.asked'; change: ImportChange };

export interface ImportInput {
  /** `null`: a new one, whose file is still to be chosen. */
  readonly id: number | null;
  readonly registry?: AnyActorRef;
}

const NO_HEAD: ImportHead = {
  columns: [],
  sheets: [],
  sheet: null,
  made_by: null,
  warnings: [],
  encoding: null,
  delimiter: null,
  preview: [],
};

export const freshContext = ({ id, registry }: ImportInput): ImportContext => ({
  id,
  file: null,
  sentBytes: 0,
  attempt: null,
  head: NO_HEAD,
  rows: [],
  rowsVersion: -1,
  rowsRead: 0,
  draft: null,
  checkAsked: false,
  unsaved: {},
  fixed: {},
  refusal: null,
  registry: registry ?? null,
});

const HEAD_PLACES = ['sheet', 'encoding', 'delimiter'] as const;

/** Newer wins; of equals the first stays. */
export const isNewer = (context: ImportContext, attempt: ImportAttempt): boolean =>
  (context.id === null || context.id === attempt.id) &&
  (context.attempt === null || attempt.version > context.attempt.version);

/** Applies a reply. Another header row, sheet, encoding or separator brings other columns and another mapping. */
export function takeReply(
  context: ImportContext,
  { import: attempt, head, rows }: ImportReply,
): Partial<ImportContext> {
  const isOutdated = context.attempt !== null && attempt.version < context.attempt.version;
  const isOtherHead =
    context.draft?.header_row !== attempt.header_row || HEAD_PLACES.some((name) => context.head[name] !== head?.[name]);
  return {
    id: attempt.id,
    ...(isNewer(context, attempt) && { attempt }),
    ...(head && !isOutdated && { head }),
    ...(head && isOtherHead && { draft: draftFor(context.draft, attempt, head.columns) }),
    ...(rows && !isOutdated && { rows, rowsVersion: attempt.version }),
  };
}

/** Rows that a request takes at most. Source: `fixProblemRows`. */
const MAX_FIXES = 200;

/** Data to send that the server does not have yet. */
export const nextFixes = ({ unsaved }: ImportContext): readonly CorrectedRow[] =>
  Object.entries(unsaved)
    .slice(0, MAX_FIXES)
    .map(([row, cells]) => ({ row_number: Number(row), cells }));

/** A cell corrected again counts as it is now; no cells at all take the row back to the file's. */
export const addFix = ({ unsaved }: ImportContext, { row_number, cells }: CorrectedRow): Corrections => ({
  ...unsaved,
  [row_number]: Object.keys(cells).length === 0 ? cells : { ...unsaved[row_number], ...cells },
});

/** Applies the reply to corrections; cells corrected again since are still to be sent. */
export function takeFixes(context: ImportContext, { rows, import: attempt }: FixReply): Partial<ImportContext> {
  const isSaved = ([row, cells]: readonly [string, CorrectedRow['cells']]) => {
    const saved = rows.find(({ row_number }) => row_number === Number(row));
    return saved !== undefined && Object.entries(cells).every(([index, text]) => cellOf(saved, index) === text);
  };
  return {
    ...(isNewer(context, attempt) && { attempt }),
    fixed: { ...context.fixed, ...Object.fromEntries(rows.map((row) => [row.row_number, row])) },
    unsaved: Object.fromEntries(Object.entries(context.unsaved).filter((each) => !isSaved(each))),
  };
}

/** A cell of a problem row as it is now. */
export const cellOf = ({ fix, cells }: Pick<ProblemRow, 'fix' | 'cells'>, index: string): string =>
  fix?.[index] ?? cells[Number(index)] ?? '';

/** Facts that carry the attempt as it is now. */
export type AttemptFact = Exclude<ImportBroadcast, { type: 'import.checking' }>;

/** Applies a broadcast. Attempt and rows are each as new as possible, whichever stream was first. */
export function takeBroadcast(context: ImportContext, fact: AttemptFact): Partial<ImportContext> {
  const hasRows = fact.type === 'import.progressed' && fact.rows.length > 0;
  return {
    ...(isNewer(context, fact.import) && { attempt: fact.import }),
    ...(hasRows &&
      context.id === fact.import.id &&
      fact.import.version > context.rowsVersion && {
        rows: lastRows(context.rows, fact.rows),
        rowsVersion: fact.import.version,
      }),
  };
}

/** The rows of a chunk before those already shown. A chunk of fewer than 20 leaves older ones below. */
export function lastRows(known: readonly ImportRow[], fresh: readonly ImportRow[]): readonly ImportRow[] {
  const numbers = new Set(fresh.map((row) => row.row_number));
  return [...fresh, ...known.filter((row) => !numbers.has(row.row_number))].slice(0, IMPORT_LAST_ROWS);
}

/** Why a file is not even sent. `null`: it is. */
export function fileFault({ name, bytes }: ChosenFile): LocalFault | null {
  if (bytes === 0) return { kind: 'empty', name };
  const megabytes = Math.ceil(bytes / 1024 / 1024);
  return bytes > MAX_IMPORT_BYTES ? { kind: 'tooBig', name, megabytes } : null;
}
