import * as z from 'zod/mini';
import { FEATURES } from './access.contract.ts';
import { endpoint } from './endpoint.ts';
import { Instant } from './_wire.contract.ts';

// ---- schemas ---------------------------------------------------------------

/** Override set by an admin: `true` on, `false` off. A feature without an override follows the rules. */
export const FeatureFlag = z.object({
  feature: z.enum(FEATURES),
  enabled: z.boolean(),
  changed_by: z.string(),
  changed_at: Instant,
});
export type FeatureFlag = z.output<typeof FeatureFlag>;

export const Feature = z.object({
  feature: z.enum(FEATURES),
  label: z.string(),
  allowed: z.boolean(),
  /** In words, why not; empty when it is allowed. */
  reason: z.string(),
});
export type Feature = z.output<typeof Feature>;

const flags = z.object({ data: z.array(FeatureFlag) });

// ---- endpoints -------------------------------------------------------------

export const listFeatureFlags = endpoint({
  name: 'listFeatureFlags',
  method: 'GET',
  path: '/v1/admin/feature_flags',
  summary: 'What was switched in this account, by whom',
  effect: 'read',
  access: 'flags.manage',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: flags,
});

export const updateFeatureFlags = endpoint({
  name: 'updateFeatureFlags',
  method: 'PUT',
  path: '/v1/admin/feature_flags',
  summary: 'Switch features on or off for the account, or let them follow the rules again',
  effect: 'write',
  access: 'flags.manage',
  sudo: true,
  idempotent: true,
  rate: 'write',
  audit: 'flags.changed',
  /** `null` removes the override. */
  body: z.strictObject({
    feature_flags: z
      .array(z.strictObject({ feature: z.enum(FEATURES), enabled: z.nullable(z.boolean()) }))
      .check(z.minLength(1), z.maxLength(100)),
  }),
  reply: flags,
});

export const listFeatures = endpoint({
  name: 'listFeatures',
  method: 'GET',
  path: '/v1/admin/features',
  summary: 'Every feature, and whether the current user has it and why not',
  effect: 'read',
  access: 'flags.manage',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: z.array(Feature) }),
});
