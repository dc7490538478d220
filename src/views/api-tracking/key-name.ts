import type { TrackedKey } from '#contract/api-tracking.contract.ts';

/** "Lead form (bw_k3x91…)"; a token has no name. */
export const keyName = ({ kind, name, prefix }: Pick<TrackedKey, 'kind' | 'name' | 'prefix'>): string =>
  `${kind === 'token' ? 'Token' : name} (${prefix}…)`;
