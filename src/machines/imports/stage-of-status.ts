import type { ImportStatus } from '#contract/imports.contract.ts';

/** Stage of `importMachine` for each server status. */
const STAGE_OF: Readonly<Record<ImportStatus, string>> = {
  draft: '.mapping',
  checking: '.checking',
  checked: '.checked',
  queued: '.starting',
  processing: '.running',
  pausing: '.pausing',
  paused: '.paused',
  cancelling: '.cancelling',
  cancelled: '.ended.cancelled',
  done: '.ended.done',
  failed: '.ended.failed',
  undoing: '.undoing',
  undone: '.ended.undone',
};

/** One transition per status; a deleted attempt is deleted, whatever its earlier status. */
export const followStatus = () => [
  { guard: 'isDeleted' as const, target: '.ended.deleted' },
  ...Object.entries(STAGE_OF).map(([status, target]) => ({
    guard: { type: 'standsAt' as const, params: { status: status as ImportStatus } },
    target,
  })),
];
