import type { Brand } from '#brands/brand.ts';
import { FEATURES, type FeatureName, type Role } from '#contract/access.contract.ts';
import { flagsOf } from './account-type.ts';

/** Facts that decide a user's features. */
export interface FeatureFacts {
  readonly brand: Pick<Brand, 'name' | 'features' | 'roleLabels'>;
  readonly environment: 'development' | 'demo' | 'stage' | 'production';
  readonly roles: readonly Role[];
  readonly walletEnabled: boolean;
  /** The max-plus plan that is paid for. `null`: none. */
  readonly maxPlus: 'standard' | 'premium' | null;
  /** One of the named users with access to workflows. */
  readonly isNamed: boolean;
  /** Overrides set by an admin of the account. */
  readonly overrides: Partial<Readonly<Record<FeatureName, boolean>>>;
}

/** Obstacle: the missing part decides whether a gate is displayed locked or hidden. */
export type Obstacle = 'brand' | 'switchedOff' | 'role' | 'plan' | 'environment' | 'flag';

export type Gate =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly obstacle: Obstacle; readonly reason: string };

const OPEN: Gate = { allowed: true };
const no = (obstacle: Obstacle, reason: string): Gate => ({ allowed: false, obstacle, reason });

type Rule = (facts: FeatureFacts) => Gate | null;

const isBasic = ({ roles }: FeatureFacts) => flagsOf(roles).basic;
const isAdmin = ({ roles }: FeatureFacts) => flagsOf(roles).admin;

/** Features that basic users lose (core §6). */
const notForBasic: Rule = (facts) =>
  isBasic(facts) ? no('role', `Not included for ${facts.brand.roleLabels.basic} users.`) : null;

const onlyFor =
  (...roles: readonly ('admin' | 'manager' | 'bu_admin')[]): Rule =>
  (facts) => {
    const flags = flagsOf(facts.roles);
    if (roles.some((role) => flags[role])) return null;
    return no('role', `Only for ${roles.map((role) => facts.brand.roleLabels[role]).join(' and ')}.`);
  };

/** There unless an admin switches it on: what a deployment hides by default in some environments. */
const onlyIn =
  (...environments: readonly FeatureFacts['environment'][]): Rule =>
  ({ environment }) =>
    environments.includes(environment) ? null : no('environment', `Not available in ${environment}.`);

const byFlag: Rule = () => no('flag', 'An administrator can turn it on.');

const needsWallet: Rule = ({ walletEnabled }) => (walletEnabled ? null : no('plan', 'Requires a wallet.'));

const needsPremium: Rule = ({ maxPlus }) => (maxPlus === 'premium' ? null : no('plan', 'Requires the premium plan.'));

/** Part of another feature. */
const needs =
  (feature: FeatureName): Rule =>
  (facts) => {
    const gate = gateOf(feature, facts);
    return gate.allowed ? null : gate;
  };

/** Open to non-basic admins, to wallet users with an active subscription, and to people named for it. */
const workflows: Rule = (facts) => {
  if (isAdmin(facts) || facts.isNamed || (facts.walletEnabled && facts.maxPlus !== null)) return null;
  return no('plan', 'Requires a wallet and a max-plus plan.');
};

const EVERYWHERE_BUT_PRODUCTION = onlyIn('development', 'stage', 'demo');

/** Limits that no override lifts: roles, plans. Source: core §6, platform §6. */
const FIRM: Partial<Readonly<Record<FeatureName, readonly Rule[]>>> = {
  reports: [notForBasic],
  'contact-permissions': [notForBasic, needs('compliance')],
  'marketing-profile': [notForBasic],
  'mini-calendar': [notForBasic],
  'follow-ups': [notForBasic],
  soa: [notForBasic],
  messages: [notForBasic, needsWallet, needsPremium],
  workflows: [notForBasic, workflows],
  'workflow-contact-group': [onlyFor('bu_admin', 'manager')],
  'mailer-assignment': [onlyFor('admin', 'manager')],
  'import-lead-tracking': [onlyFor('admin', 'manager')],
  wallets: [needsWallet],
};

/** Defaults that an admin may override: environments and flags. */
const SOFT: Partial<Readonly<Record<FeatureName, readonly Rule[]>>> = {
  phone: [onlyIn('production')],
  chat: [byFlag],
  'chat-contact-insight': [EVERYWHERE_BUT_PRODUCTION],
  'chat-quote': [EVERYWHERE_BUT_PRODUCTION],
  'chat-create-email': [EVERYWHERE_BUT_PRODUCTION],
  'regional-manager': [byFlag],
  'central-variant': [byFlag],
};

/** Returns whether a user has a feature, otherwise the obstacle with its sentence. */
export function gateOf(feature: FeatureName, facts: FeatureFacts): Gate {
  const reach = feature in facts.brand.features ? facts.brand.features[feature as keyof Brand['features']] : 'everyone';
  if (reach === 'off') return no('brand', `Not part of ${facts.brand.name}.`);
  if (reach === 'admins' && !isAdmin(facts)) return no('role', 'Only for administrators.');
  const override = facts.overrides[feature];
  if (override === false) return no('switchedOff', 'Turned off by an administrator.');
  const rules = [...(FIRM[feature] ?? []), ...(override === true ? [] : (SOFT[feature] ?? []))];
  for (const rule of rules) {
    const obstacle = rule(facts);
    if (obstacle !== null) return obstacle;
  }
  return OPEN;
}

/** Overrides as they come over the wire; names of older versions are passed over. */
export const overridesOf = (
  flags: readonly { readonly feature: string; readonly enabled: boolean }[],
): FeatureFacts['overrides'] =>
  Object.fromEntries(
    flags
      .filter(({ feature }) => FEATURES.some((known) => known === feature))
      .map(({ feature, enabled }) => [feature, enabled]),
  );
