import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { BulkJob } from '#contract/bulk.contract.ts';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { PrintJob } from '#contract/printing.contract.ts';
import type { LiveOverview } from '#contract/live.contract.ts';
import type { VerificationRun } from '#contract/verifications.contract.ts';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
import type { Work } from '../_running/work.ts';
import { isUnderWay } from '../broadcasts/broadcast-work.ts';
import { isRunning as isChanging } from '../bulk/bulk-work.ts';
import { isRunning as isPrinting } from '../printing/print-work.ts';
import { hasEnded, isRunning } from '../imports/next-step.ts';
import { verificationWork } from '../verifications/verification-work.ts';
import { isRunning as isTransferring } from '../transfers/transfer-stage.ts';

/** Rows of the list of what ended today. Source: the contract's `finished_today`. */
const MAX_FINISHED = 50;

/** The overview after one fact about an import below; an older copy than the known one changes nothing. */
export function mergeAttempt(overview: LiveOverview, attempt: ImportAttempt): LiveOverview {
  const known = [...overview.running, ...overview.finished_today].find((one) => one.id === attempt.id);
  if (known && known.version >= attempt.version) return overview;
  if (isRunning(attempt.status))
    return { ...forgetFinished(overview, attempt.id), running: placeRunning(overview.running, attempt) };

  const running = overview.running.filter((one) => one.id !== attempt.id);
  if (!hasEnded(attempt.status) || attempt.deleted_at !== null)
    return { ...forgetFinished(overview, attempt.id), running };
  return { ...overview, running, ...placeFinished(overview, attempt) };
}

const placeRunning = (running: readonly ImportAttempt[], attempt: ImportAttempt) =>
  running.some((one) => one.id === attempt.id)
    ? running.map((one) => (one.id === attempt.id ? attempt : one))
    : [attempt, ...running];

/** Work that ended today, without an import that runs again or was deleted; the totals are of finished work. */
function forgetFinished(overview: LiveOverview, id: number): LiveOverview {
  const ended = overview.finished_today.find((one) => one.id === id);
  if (ended === undefined) return overview;
  return {
    ...overview,
    finished_today: overview.finished_today.filter((one) => one !== ended),
    finished_count: overview.finished_count - 1,
    finished_rows: overview.finished_rows - ended.done_rows,
    problem_rows: overview.problem_rows - ended.counts.problems,
  };
}

function placeFinished(overview: LiveOverview, attempt: ImportAttempt) {
  const { finished_today, finished_count, finished_rows, problem_rows } = overview;
  if (finished_today.some((one) => one.id === attempt.id))
    return { finished_today: finished_today.map((one) => (one.id === attempt.id ? attempt : one)) };
  return {
    finished_today: [attempt, ...finished_today].slice(0, MAX_FINISHED),
    finished_count: finished_count + 1,
    finished_rows: finished_rows + attempt.done_rows,
    problem_rows: problem_rows + attempt.counts.problems,
  };
}

/** The overview after one fact about a bulk change below: it is listed while it runs. */
export const mergeChange = (overview: LiveOverview, job: BulkJob): LiveOverview => ({
  ...overview,
  changes: placeWork(overview.changes, job, isChanging(job.status)),
});

/** The overview after one fact about a transfer below: it is listed while it or its revert runs. */
export const mergeTransfer = (overview: LiveOverview, attempt: TransferAttempt): LiveOverview => ({
  ...overview,
  transfers: placeWork(overview.transfers, attempt, isTransferring(attempt)),
});

/** The overview after one fact about a print below: it is listed while it runs. */
export const mergePrint = (overview: LiveOverview, job: PrintJob): LiveOverview => ({
  ...overview,
  prints: placeWork(overview.prints, job, isPrinting(job)),
});

/** The overview after one fact about a broadcast below: it is listed while it is sent or paused. */
export const mergeBroadcast = (overview: LiveOverview, broadcast: Broadcast): LiveOverview => ({
  ...overview,
  broadcasts: placeWork(overview.broadcasts, broadcast, isUnderWay(broadcast)),
});

/** The overview after one fact about a verification run below: it is listed while it runs or is paused. */
export const mergeVerification = (overview: LiveOverview, run: VerificationRun): LiveOverview => ({
  ...overview,
  verifications: placeWork(overview.verifications, run, verificationWork.stageOf(run) !== 'ended'),
});

/** The list of running work after a newer copy of one item; that item comes first. */
function placeWork<W extends Work>(list: W[], work: W, isUnderWay: boolean): W[] {
  const known = list.find(({ id }) => id === work.id);
  if (known && known.version >= work.version) return list;
  if (!isUnderWay) return list.filter((one) => one !== known);
  return known ? list.map((one) => (one === known ? work : one)) : [work, ...list];
}

/** A freshly read overview that keeps newer facts from the stream. */
export function mergeOverview(known: LiveOverview | null, read: LiveOverview): LiveOverview {
  const changed = (known?.changes ?? [])
    .filter(({ id }) => read.changes.some((one) => one.id === id))
    .reduce(mergeChange, read);
  const fresh = (known?.transfers ?? [])
    .filter(({ id }) => read.transfers.some((one) => one.id === id))
    .reduce(mergeTransfer, changed);
  const whole = (known?.prints ?? [])
    .filter(({ id }) => read.prints.some((one) => one.id === id))
    .reduce(mergePrint, fresh);
  const all = (known?.broadcasts ?? [])
    .filter(({ id }) => read.broadcasts.some((one) => one.id === id))
    .reduce(mergeBroadcast, whole);
  const verified = (known?.verifications ?? [])
    .filter(({ id }) => read.verifications.some((one) => one.id === id))
    .reduce(mergeVerification, all);
  return (known?.running ?? []).concat(known?.finished_today ?? []).reduce((overview, attempt) => {
    const isThere = [...overview.running, ...overview.finished_today].some((one) => one.id === attempt.id);
    return isThere ? mergeAttempt(overview, attempt) : overview;
  }, verified);
}

/** Rows a second of everything that writes now. */
export const rowsPerSecond = (overview: LiveOverview): number =>
  overview.running.reduce((sum, { status, rate }) => sum + (status === 'processing' ? rate : 0), 0);
