import type { BulkJob } from '#contract/bulk.contract.ts';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { LiveOverview } from '#contract/live.contract.ts';
import { isRunning as isChanging } from '../bulk/bulk-context.ts';
import { hasEnded, isRunning } from '../imports/next-step.ts';

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

/** What ended today without one import, which runs again or is deleted; the sums are of what ended. */
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
export function mergeChange(overview: LiveOverview, job: BulkJob): LiveOverview {
  const { changes } = overview;
  const known = changes.find(({ id }) => id === job.id);
  if (known && known.version >= job.version) return overview;
  if (!isChanging(job.status)) return { ...overview, changes: changes.filter((one) => one !== known) };
  return { ...overview, changes: known ? changes.map((one) => (one === known ? job : one)) : [job, ...changes] };
}

/** A freshly read overview, in which what the stream told meanwhile is not undone. */
export function mergeOverview(known: LiveOverview | null, read: LiveOverview): LiveOverview {
  const fresh = (known?.changes ?? []).reduce(
    (overview, job) => (overview.changes.some(({ id }) => id === job.id) ? mergeChange(overview, job) : overview),
    read,
  );
  return (known?.running ?? []).concat(known?.finished_today ?? []).reduce((overview, attempt) => {
    const isThere = [...overview.running, ...overview.finished_today].some((one) => one.id === attempt.id);
    return isThere ? mergeAttempt(overview, attempt) : overview;
  }, fresh);
}

/** Rows a second of everything that writes now. */
export const rowsPerSecond = (overview: LiveOverview): number =>
  overview.running.reduce((sum, { status, rate }) => sum + (status === 'processing' ? rate : 0), 0);
