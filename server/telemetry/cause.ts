import { AsyncLocalStorage } from 'node:async_hooks';
import type { Identity } from '../identity.ts';
import type { Span } from './spans.ts';

type Who = Pick<Identity, 'actorId' | 'userId' | 'businessUnitId'>;

/** What is being done, and for whom: lines of the log and jobs carry it on. Ids only (promise P28). */
export interface Cause {
  /** Of the request at the beginning, also in the jobs that it left behind. */
  readonly requestId: string;
  /** `null`: nobody is signed in. */
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

/** Of an identity what may be written down. */
export const whoOf = ({ actorId, userId, businessUnitId }: Who): Who => ({ actorId, userId, businessUnitId });

/** Whatever `work` logs, enqueues and asks of the database counts for this cause. */
export function within<T>(cause: Cause, work: () => T): T {
  return current.run(cause, () => (cause.span === null ? work() : cause.span.within(work)));
}

/** `undefined`: nobody asked, the server does it by itself. */
export function carriedCause(): CarriedCause | undefined {
  const cause = causeNow();
  if (cause === undefined) return undefined;
  const { requestId, who, span } = cause;
  return { requestId, who, ...(span && { traceparent: span.traceparent }) };
}

/** What a line of the log says of its cause; `acting_as` where somebody acts for another. */
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
