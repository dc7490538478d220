import { AsyncLocalStorage } from 'node:async_hooks';
import type { Identity } from '../identity.ts';
import type { Span } from './spans.ts';

type Who = Pick<Identity, 'actorId' | 'userId' | 'businessUnitId'>;

/** Current task and its user, attached to log lines and jobs. Ids only (promise P28). */
export interface Cause {
  /** Id of the originating request, also in the jobs that it queued. */
  readonly requestId: string;
  /** `null`: no one is signed in. */
  who: Who | null;
  /** `null`: nothing is traced. */
  readonly span: Span | null;
  /** Events written so far. */
  events: number;
}

/** A cause on its way through the queue. */
export interface CarriedCause {
  readonly requestId: string;
  readonly who: Who | null;
  readonly traceparent?: string;
}

const current = new AsyncLocalStorage<Cause>();

export const causeNow = (): Cause | undefined => current.getStore();

/** Loggable part of an identity. */
export const whoOf = ({ actorId, userId, businessUnitId }: Who): Who => ({ actorId, userId, businessUnitId });

/** Attributes everything that `work` logs, enqueues and queries to this cause. */
export function within<T>(cause: Cause, work: () => T): T {
  return current.run(cause, () => (cause.span === null ? work() : cause.span.within(work)));
}

/** `undefined`: no request, the server acts on its own. */
export function carriedCause(): CarriedCause | undefined {
  const cause = causeNow();
  if (cause === undefined) return undefined;
  const { requestId, who, span } = cause;
  return { requestId, who, ...(span && { traceparent: span.traceparent }) };
}

/** Log fields of a cause; `acting_as` when a user acts for another. */
export function logFieldsOf(cause: Cause | null | undefined): object {
  if (!cause) return {};
  const { requestId, who, span } = cause;
  return {
    request_id: requestId,
    ...(who && { actor: who.actorId, bu: who.businessUnitId }),
    ...(who && who.userId !== who.actorId && { acting_as: who.userId }),
    ...(span && { trace_id: span.traceId, span_id: span.spanId }),
  };
}
