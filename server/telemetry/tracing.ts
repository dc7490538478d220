import { setTimeout as sleep } from 'node:timers/promises';
import { type Context, context, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { PgInstrumentation } from '@opentelemetry/instrumentation-pg';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { samplerOf } from './sampler.ts';
import { type SpanStart, traceWith } from './spans.ts';

const KINDS = { request: SpanKind.SERVER, job: SpanKind.CONSUMER };

/** Milliseconds that sending the rest may take. Ours: a stop has 12 s, and no time for a collector that is away. */
const SEND_MS = 2_000;

/** Source: W3C Trace Context. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Sends traces to `OTEL_EXPORTER_OTLP_ENDPOINT` by OTLP over HTTP, and reads the `OTEL_*` settings of docs/telemetry.md.
 * Must run before anything loads the database driver. Returns a function that sends the rest and ends in time, whatever
 * the collector does.
 */
export function startTracing(role: string): () => Promise<void> {
  const named = resourceFromAttributes({ 'service.name': `bellwether-${role}` });
  const provider = new TracerProvider({
    // The settings of the environment come last, so they win.
    resource: defaultResource()
      .merge(named)
      .merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(process.env['OTEL_TRACES_SAMPLER'], process.env['OTEL_TRACES_SAMPLER_ARG']),
    spanProcessors: [new BatchSpanProcessor({ exporter: isJson() ? new JsonExporter() : new ProtobufExporter() })],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  // Statements without their values; on their own they belong to no request.
  new PgInstrumentation({ requireParentSpan: true, ignoreConnectSpans: true }).setTracerProvider(provider);

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
    const sent = provider.shutdown().catch(() => undefined);
    return Promise.race([sent, sleep(SEND_MS, undefined, { ref: false })]);
  };
}

const isJson = (): boolean =>
  (process.env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] ?? process.env['OTEL_EXPORTER_OTLP_PROTOCOL']) === 'http/json';

/** From a job only: the trace header of an outside request does not count. */
function contextOf(traceparent: string): Context {
  const [, traceId, spanId, flags] = TRACEPARENT.exec(traceparent) ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? '', 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
