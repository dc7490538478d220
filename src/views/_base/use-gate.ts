import type { FeatureName } from '#contract/access.contract.ts';
import { featureFactsOf } from '#rules/access/feature-facts.ts';
import { type Gate, gateOf } from '#rules/access/features.ts';
import { useApp } from './use-app.ts';

/** Whether the current user has a feature, else why not. */
export function useGate(feature: FeatureName): Gate {
  const { boot, user } = useApp();
  return gateOf(feature, featureFactsOf(boot, user));
}
