import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type CarriedCause, type Cause, within } from './cause.ts';
import { jobs } from './instruments.ts';
import { openSpan } from './spans.ts';

interface StartedJob {
  readonly queue: string;
  readonly id: string;
  /** Absent: the server has enqueued it by itself. */
  readonly cause: CarriedCause | undefined;
  readonly log: FastifyBaseLogger;
}

/** `failed`: a retry follows. `handed_back`: the process stops, or others wait for the slot. */
type Outcome = 'done' | 'failed' | 'given_up' | 'handed_back';

/** Runs a job under the cause that it came with, and tells of its end. Throws on when the process stops. */
export async function observeJob(started: StartedJob, run: () => Promise<Outcome>): Promise<void> {
  const { queue, id, cause: carried, log } = started;
  const requestId = carried?.requestId ?? randomUUID();
  const { traceparent } = carried ?? {};
  const span = openSpan({ name: queue, kind: 'job', attributes: { job: id, request_id: requestId }, traceparent });
  const cause: Cause = { requestId, who: carried?.who ?? null, span, events: 0 };
  const begun = performance.now();
  let outcome: Outcome = 'handed_back';
  jobs.running.inc({ queue });
  await within(cause, async () => {
    try {
      outcome = await run();
    } finally {
      const ms = Math.round(performance.now() - begun);
      jobs.running.dec({ queue });
      jobs.ended.inc({ queue, outcome });
      jobs.duration.observe({ queue }, ms / 1_000);
      log.info({ job: id, queue, outcome, ms, ...(cause.events > 0 && { events: cause.events }) }, 'job ended');
      span?.end({ failed: outcome === 'given_up' });
    }
  });
}
