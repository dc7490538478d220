import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

/** The share of traces to keep, from 0 to 1. Source: OpenTelemetry, which takes 1 for anything else. */
function ratioOf(setting: string | undefined): number {
  const ratio = Number(setting === undefined || setting === '' ? Number.NaN : setting);
  return ratio >= 0 && ratio <= 1 ? ratio : 1;
}

/**
 * The sampler that `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` name. Source: OpenTelemetry, "General SDK
 * Configuration", with its default for an unknown name.
 */
export function samplerOf(name = '', ratio?: string): Sampler {
  const root = name.endsWith('always_off')
    ? new AlwaysOffSampler()
    : name.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(ratioOf(ratio))
      : new AlwaysOnSampler();
  return ['always_on', 'always_off', 'traceidratio'].includes(name) ? root : new ParentBasedSampler({ root });
}
