import type { ImportAttempt, ImportStatus } from '#contract/imports.contract.ts';

/** The steps of the wizard, in order. */
export const IMPORT_STEPS = ['upload', 'match', 'check', 'import'] as const;
export type ImportStep = (typeof IMPORT_STEPS)[number];

const STEP_OF: Readonly<Record<ImportStatus, ImportStep>> = {
  draft: 'match',
  checking: 'check',
  checked: 'check',
  queued: 'import',
  processing: 'import',
  pausing: 'import',
  paused: 'import',
  cancelling: 'import',
  cancelled: 'import',
  done: 'import',
  failed: 'import',
  undoing: 'import',
  undone: 'import',
};

/** Current step of the wizard. `null`: no file yet. */
export const nextStep = (status: ImportStatus | null): ImportStep => (status === null ? 'upload' : STEP_OF[status]);

/** States in which the server works or is ready to continue. */
const RUNNING: readonly ImportStatus[] = [
  'checking',
  'queued',
  'processing',
  'pausing',
  'paused',
  'cancelling',
  'undoing',
];
export const isRunning = (status: ImportStatus): boolean => RUNNING.includes(status);

/** Whether updates are expected: running and not paused. */
export const isMoving = (status: ImportStatus): boolean => isRunning(status) && status !== 'paused';

const ENDED: readonly ImportStatus[] = ['cancelled', 'done', 'failed', 'undone'];
export const hasEnded = (status: ImportStatus): boolean => ENDED.includes(status);

/** Whether there is something to undo: contacts created, updated, or tagged by a scrub. */
export const hasWritten = ({ counts, updated_lead_tags }: ImportAttempt): boolean =>
  counts.created + counts.updated > 0 || (updated_lead_tags.length > 0 && counts.skipped > 0);
