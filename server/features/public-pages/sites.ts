import { isDatabaseAway } from '../../db/database-away.ts';
import type { Deps } from '../../deps.ts';
import { corporations } from '#contract/corporations.contract.ts';
import { findPage, isServedHost, type PageFacts, type Place } from './page-facts.ts';

/** Milliseconds after which a change is seen that no event told of. Ours. */
const KNOWN_MS = 30_000;
/** The same of a page that isn't there, and while the database is away. Ours. */
const BRIEF_MS = 3_000;
/** Addresses remembered at most. Ours. */
const REMEMBERED = 2_000;

/** Rows whose changes may change pages. */
const SUBJECTS: ReadonlySet<string> = new Set([corporations.about.subject, 'custom_domain', 'webpage']);

interface Known<Value> {
  readonly until: number;
  /** `null`: nothing is there. */
  readonly value: Value | null;
}

interface Remembered<Value> {
  /** @throws when the database is away and the value isn't remembered. */
  readonly read: (key: string, ask: () => Promise<Value | null>) => Promise<Value | null>;
  /** Everything is asked again, and kept for when the database is away. */
  readonly doubt: () => void;
}

/** Answers what was asked last, also while the database is away. */
function remembered<Value>(log: Deps['log']): Remembered<Value> {
  const known = new Map<string, Known<Value>>();
  const asking = new Map<string, Promise<Value | null>>();
  /** Counts the changes: what was asked before one is asked again. */
  let changes = 0;

  const remember = (key: string, value: Value | null, ms: number) => {
    known.delete(key);
    known.set(key, { value, until: performance.now() + ms });
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
    return value;
  };
  const refresh = async (key: string, ask: () => Promise<Value | null>) => {
    const asOf = changes;
    try {
      const value = await ask();
      const ms = value === null ? BRIEF_MS : KNOWN_MS;
      return remember(key, value, asOf === changes ? ms : 0);
    } catch (error) {
      const before = known.get(key)?.value ?? null;
      if (before === null || !isDatabaseAway(error)) throw error;
      log.warn({ err: error }, 'a public page is served as it was before');
      return remember(key, before, BRIEF_MS);
    } finally {
      asking.delete(key);
    }
  };
  return {
    read: (key, ask) => {
      const found = known.get(key);
      if (found !== undefined && performance.now() < found.until) return Promise.resolve(found.value);
      const asked = asking.get(key) ?? refresh(key, ask);
      asking.set(key, asked);
      return asked;
    },
    doubt: () => {
      changes += 1;
      for (const [key, { value }] of known) known.set(key, { value, until: 0 });
    },
  };
}

export interface Sites {
  /**
   * What an address shows; while the database is away, what it showed before. `null`: nothing.
   * @throws when the database is away and the page isn't remembered.
   */
  readonly find: (place: Place) => Promise<PageFacts | null>;
  /** An agency has proven that the host is theirs. @throws like `find`. */
  readonly isServed: (host: string) => Promise<boolean>;
  readonly stop: () => void;
}

/** Remembers the pages that were visited last; an event of a change has them read again. */
export function createSites(deps: Pick<Deps, 'pool' | 'config' | 'now' | 'pubSub' | 'log'>): Sites {
  const pages = remembered<PageFacts>(deps.log);
  const domains = remembered<true>(deps.log);
  const stop = deps.pubSub.subscribe((events) => {
    if (!events.some(({ body }) => 'subject' in body && SUBJECTS.has(String(body.subject)))) return;
    pages.doubt();
    domains.doubt();
  });
  return {
    find: (place) => {
      const key = JSON.stringify([place.of, place.of === 'agent' ? '' : place.host, place.name]);
      return pages.read(key, () => findPage(deps, place));
    },
    isServed: async (host) => (await domains.read(host, async () => (await isServedHost(deps, host)) || null)) === true,
    stop,
  };
}
