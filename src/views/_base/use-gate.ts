import type { FeatureName } from '#contract/access.contract.ts';
import { featureFactsOf } from '#rules/access/feature-facts.ts';
import { type Gate, gateOf } from '#rules/access/features.ts';
import { useApp } from './use-app.ts';

/** Returns whether the current user has a feature, otherwise the reason. */
export function useGate(feature: FeatureName): Gate {
  const { boot, user } = useApp();
  return gateOf(feature, featureFactsOf(boot, user));
}
