import { brandOf } from '#brands/brand.ts';
import { FEATURES, type FeatureName } from '#contract/access.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import type { Feature, FeatureFlag, updateFeatureFlags } from '#contract/flags.contract.ts';
import { type FeatureFacts, gateOf, overridesOf } from '#rules/access/features.ts';
import { featuresOf } from '#rules/access/feature-labels.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import * as sql from './flags.sql.ts';

type Where = Pick<Deps, 'config'>;

/** Facts that decide the features of the effective user. @throws {Refusal} `no_session` when the user doesn't exist. */
export async function factsOf({ config }: Where, tx: Tx, userId: number): Promise<FeatureFacts> {
  const row = await sql.findFacts(tx, userId);
  if (row === null) throw new Refusal('no_session', 'Please sign in.');
  return {
    brand: brandOf(config.brand),
    environment: config.appEnv,
    roles: row.roles,
    walletEnabled: row.wallet_feature_enabled,
    maxPlus: row.max_plus_plan,
    isNamed: row.c_1,
    overrides: overridesOf(row.flags),
  };
}

/** @throws {Refusal} `access_denied` with the reason when the feature is not there for the identity. */
export async function requireFeature(
  deps: Pick<Deps, 'config' | 'pool'>,
  identity: Identity,
  feature: FeatureName,
): Promise<void> {
  await withAccount(deps.pool, identity, (tx) => requireFeatureIn(deps, tx, identity, feature));
}

/** @throws {Refusal} `access_denied` with the reason when the feature is not there for the identity. */
export async function requireFeatureIn(deps: Where, tx: Tx, { userId }: Identity, feature: FeatureName): Promise<void> {
  const gate = gateOf(feature, await factsOf(deps, tx, userId));
  if (!gate.allowed) throw new Refusal('access_denied', gate.reason);
}

/** True when the identity has a feature. */
export const hasFeatureIn = async (deps: Where, tx: Tx, { userId }: Identity, feature: FeatureName): Promise<boolean> =>
  gateOf(feature, await factsOf(deps, tx, userId)).allowed;

export const listFeatures = (deps: Deps, identity: Identity): Promise<Feature[]> =>
  withAccount(deps.pool, identity, async (tx) =>
    featuresOf(await factsOf(deps, tx, identity.userId)).map(({ feature, label, gate }) => ({
      feature,
      label,
      allowed: gate.allowed,
      reason: gate.allowed ? '' : gate.reason,
    })),
  );

async function readFlags(tx: Tx): Promise<FeatureFlag[]> {
  const rows = await sql.findFlags(tx);
  return rows
    .filter(({ feature }) => FEATURES.includes(feature))
    .map((row) => ({ ...row, changed_at: row.changed_at.toISOString() }));
}

export const listFlags = (deps: Deps, identity: Identity): Promise<FeatureFlag[]> =>
  withAccount(deps.pool, identity, readFlags);

/** Puts and removes overrides; what is as it was stays with who changed it then. */
export const updateFlags = (
  deps: Deps,
  { identity, requestId }: { identity: Identity; requestId: string },
  { feature_flags: wanted }: Body<typeof updateFeatureFlags>,
): Promise<FeatureFlag[]> =>
  withAccount(deps.pool, identity, async (tx) => {
    for (const { feature, enabled } of wanted) {
      if (enabled === null) await sql.removeFlag(tx, feature);
      else await sql.putFlag(tx, identity.accountId, feature, enabled, identity.userId, deps.now());
    }
    await writeAudit(tx, identity, requestId, { action: 'flags.changed', detail: { wanted } });
    return readFlags(tx);
  });
