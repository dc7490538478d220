import type { SelectionInput } from '#contract/bulk.contract.ts';
import type { ExportColumn, ExportFormat, ExportManifest } from '#contract/exports.contract.ts';
import { exportFault } from '#rules/imports/exports.ts';
import { type Refusal, refusalOf } from '../imports/refusal.ts';

/** Counts of a selection, from the server. */
export interface Counted {
  readonly count: number;
  /** Empty: chosen one by one. */
  readonly sentence: string;
}

/** The user's choices for a file. */
export interface ExportChoice {
  readonly format: ExportFormat;
  readonly columns: readonly ExportColumn[];
  readonly why: string;
}

/** A file that came down, with what its bytes come to. */
export interface ArrivedFile {
  readonly id: number;
  readonly file: Blob;
  readonly bytes: number;
  /** In hex. */
  readonly sha256: string;
  /** Without the header; `null`: a workbook, whose rows only the server counts. */
  readonly rows: number | null;
}

/** Arguments of the download. */
export interface ExportWish extends ExportChoice {
  readonly selection: SelectionInput;
  readonly confirmed: number;
}

/** Why there is no file. */
export interface ExportFailure extends Refusal {
  /** The words of the answer's status. `null`: no answer came. */
  readonly statusText: string | null;
  /** The file is not the one of its manifest. */
  readonly isIncomplete: boolean;
}

export interface ExportContext {
  readonly selection: SelectionInput;
  readonly choice: ExportChoice;
  /** `null` until it is counted. */
  readonly counted: Counted | null;
  /** So far. */
  readonly bytes: number;
  readonly rows: number;
  /** `null` until it came down. */
  readonly arrived: ArrivedFile | null;
  /** `null` until it was checked. */
  readonly manifest: ExportManifest | null;
  readonly failure: ExportFailure | null;
}

/** User commands. */
export type ExportCommand =
  | { type: 'export.choose'; choice: Partial<ExportChoice> }
  | { type: 'export.start' }
  | { type: 'export.cancel' }
  | { type: 'export.again' };

/** Progress of the download. */
export type ExportFact =
  | { type: 'proof.due' }
  | { type: 'file.began' }
  | { type: 'file.grew'; bytes: number; rows: number }
  | { type: 'file.arrived'; arrived: ArrivedFile };

export const freshExport = (selection: SelectionInput): ExportContext => ({
  selection,
  choice: { format: 'csv', columns: ['first_name', 'last_name', 'phone', 'email'], why: '' },
  counted: null,
  bytes: 0,
  rows: 0,
  arrived: null,
  manifest: null,
  failure: null,
});

/** Reason why it can't start yet; `null`: none. */
export const choiceFault = ({ choice, counted }: ExportContext): 'counting' | ReturnType<typeof exportFault> =>
  counted === null ? 'counting' : exportFault({ ...choice, count: counted.count });

/** Whether a file is the one of its manifest. */
export const isWhole = (arrived: ArrivedFile, { status, rows, bytes, sha256, confirmed }: ExportManifest): boolean =>
  status === 'complete' &&
  rows === confirmed &&
  (arrived.rows === null || arrived.rows === rows) &&
  arrived.bytes === bytes &&
  arrived.sha256 === sha256;

/** Reads what a port was rejected with: an `ApiError`, of which only the shape is known here. */
export function failureOf(error: unknown): ExportFailure {
  const { statusText } = (error ?? {}) as { statusText?: unknown };
  return {
    ...refusalOf(error),
    statusText: typeof statusText === 'string' ? statusText : null,
    isIncomplete: false,
  };
}

export const INCOMPLETE: ExportFailure = {
  text: '',
  missing: false,
  again: true,
  requestId: null,
  statusText: null,
  isIncomplete: true,
};

/** Whether the server refused it, so that no data left. */
export const isRefusal = (error: unknown): boolean =>
  ['forbidden', 'notFound', 'conflict', 'rejected', 'proof_due'].includes(
    String((error as { kind?: unknown } | null)?.kind),
  );
