import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { type SpanStart, traceWith } from './spans.ts';

const KINDS = { request: SpanKind.SERVER, job: SpanKind.CONSUMER };

/** Milliseconds that sending the rest may take. Ours: a stop has 12 s, and no time for a collector that is away. */
const SEND_MS = 2_000;

/** Source: W3C Trace Context. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Sends traces to `OTEL_EXPORTER_OTLP_ENDPOINT`, and reads every other `OTEL_*` setting. Must run before anything loads
 * the database driver. Returns a function that sends the rest and ends in time, whatever the collector does.
 */
export function startTracing(role: string): () => Promise<void> {
  const sdk = new NodeSDK({
    serviceName: process.env['OTEL_SERVICE_NAME'] ?? `bellwether-${role}`,
    // Statements without their values; on their own they belong to no request.
    instrumentations: [new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true })],
    // Metrics and logs have ways of their own.
    metricReaders: [],
    logRecordProcessors: [],
    autoDetectResources: false,
  });
  sdk.start();

  const tracer = trace.getTracer('bellwether');
  traceWith(({ name, kind, attributes, traceparent }: SpanStart) => {
    const parent = traceparent === undefined ? ROOT_CONTEXT : contextOf(traceparent);
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, parent);
    const active = trace.setSpan(ROOT_CONTEXT, span);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      traceId,
      spanId,
      traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
      within: (work) => context.with(active, work),
      end: ({ failed, attributes: more }) => {
        if (more !== undefined) span.setAttributes(more);
        if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  });
  return () => {
    const sent = sdk.shutdown().catch(() => undefined);
    return Promise.race([sent, sleep(SEND_MS, undefined, { ref: false })]);
  };
}

/** From a job only: the trace header of an outside request does not count. */
function contextOf(traceparent: string): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? '', 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
