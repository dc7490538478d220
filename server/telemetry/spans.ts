/** A piece of work in a trace. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  /** In W3C format; another process continues the same trace with it. */
  readonly traceparent: string;
  /** Database calls of `work` become part of the span. */
  within<T>(work: () => T): T;
  end(outcome: { readonly failed: boolean; readonly attributes?: Attributes }): void;
}

export type Attributes = Readonly<Record<string, string | number>>;

export interface SpanStart {
  readonly name: string;
  readonly kind: 'request' | 'job';
  readonly attributes: Attributes;
  /** Absent: a trace begins here. */
  readonly traceparent?: string | undefined;
}

type Open = (start: SpanStart) => Span;

let open: Open | null = null;

/** `null` where no tracing is set up: then nothing of OpenTelemetry is loaded. */
export const openSpan = (start: SpanStart): Span | null => open?.(start) ?? null;

/** Called once, by `tracing.ts`. */
export const traceWith = (given: Open | null): void => {
  open = given;
};
