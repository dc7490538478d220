import { settings } from '#contract/settings.contract.ts';
import { isThirdParty, THIRD_PARTY_KEYS, type ThirdPartyKey } from '#rules/settings/third-parties.ts';
import { outsideAccounts } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';

/** Milliseconds after which a change is seen that no event told of. Ours. */
const KNOWN_MS = 60_000;

/** Milliseconds that a page waits for the answer; it is served without providers then. Ours. */
const WAIT_MS = 1_000;

interface UsedProviders {
  /** Never fails, and never takes long. */
  readonly read: () => Promise<readonly ThirdPartyKey[]>;
  readonly stop: () => void;
}

/**
 * Providers that some account of the installation uses, so that its pages may load from them. The page of a visitor who
 * hasn't signed in yet stays their page once they have, so that the account isn't known when it is served.
 */
export function usedProviders({ pool, pubSub, log }: Pick<Deps, 'pool' | 'pubSub' | 'log'>): UsedProviders {
  let known: { readonly until: number; readonly keys: readonly ThirdPartyKey[] } = { until: 0, keys: [] };
  let asking: Promise<void> | null = null;
  const ask = async (): Promise<void> => {
    try {
      const rows = await outsideAccounts<{ setting: string }>(pool, 'select setting from find_used_settings($1)', [
        THIRD_PARTY_KEYS,
      ]);
      known = { until: Date.now() + KNOWN_MS, keys: rows.map(({ setting }) => setting).filter(isThirdParty) };
    } catch (error) {
      known = { ...known, until: Date.now() + WAIT_MS };
      log.warn({ err: error }, 'providers of help and analytics are unknown');
    } finally {
      asking = null;
    }
  };
  const read = async () => {
    if (Date.now() < known.until) return known.keys;
    asking ??= ask();
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, WAIT_MS);
    await Promise.race([asking, late.promise]);
    clearTimeout(timer);
    return known.keys;
  };
  const stop = pubSub.subscribe((events) => {
    if (events.some(({ body }) => 'subject' in body && body.subject === settings.about.subject))
      known = { ...known, until: 0 };
  });
  return { read, stop };
}
