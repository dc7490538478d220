import { brandOf } from '#brands/brand.ts';
import type { Boot } from '#contract/_boot.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import { type FeatureFacts, overridesOf } from './features.ts';

/** Facts that decide the current user's features, in the form that the server uses too. */
export const featureFactsOf = (boot: Pick<Boot, 'brand' | 'app_env'>, user: CurrentUser): FeatureFacts => ({
  brand: brandOf(boot.brand),
  environment: boot.app_env,
  roles: user.roles,
  walletEnabled: user.wallet_feature_enabled,
  maxPlus: user.max_plus_subscription.active ? user.max_plus_subscription.plan : null,
  isNamed: user.c_1,
  overrides: overridesOf(user.feature_overrides),
});
