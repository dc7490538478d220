import { expect, test } from 'vitest';
import { samplerOf } from '../../server/telemetry/sampler.ts';

test.each([
  [undefined, undefined, 'ParentBased{root=AlwaysOnSampler'],
  ['always_on', undefined, 'AlwaysOnSampler'],
  ['always_off', undefined, 'AlwaysOffSampler'],
  ['parentbased_always_off', undefined, 'ParentBased{root=AlwaysOffSampler'],
  ['traceidratio', '0.25', 'TraceIdRatioBased{0.25}'],
  ['parentbased_traceidratio', '0.5', 'ParentBased{root=TraceIdRatioBased{0.5}'],
  ['traceidratio', '2', 'TraceIdRatioBased{1}'],
  ['traceidratio', 'x', 'TraceIdRatioBased{1}'],
  ['jaeger_remote', undefined, 'ParentBased{root=AlwaysOnSampler'],
])('%s with %s samples by %s', (name, ratio, described) => {
  expect(samplerOf(name, ratio).toString().startsWith(described)).toBe(true);
});
