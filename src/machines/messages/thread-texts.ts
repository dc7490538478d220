import type { Text } from '#contract/messages/text.contract.ts';

/** One page of a conversation, as it is loaded. */
export interface TextsPage {
  /** Newest first. */
  readonly texts: readonly Text[];
  /** `null`: nothing older. */
  readonly next: string | null;
}

/** What is shown of a conversation. */
export interface ThreadTexts {
  /** Oldest first, each once. */
  readonly texts: readonly Text[];
  /** Where older ones begin; `null`: nothing older. */
  readonly next: string | null;
}

export const NO_TEXTS: ThreadTexts = { texts: [], next: null };

/** Adds texts; of two copies the newer one stays. */
export function withTexts(known: readonly Text[], fresh: readonly Text[]): readonly Text[] {
  const byId = new Map(known.map((text) => [text.id, text]));
  for (const text of fresh) {
    const before = byId.get(text.id);
    if (before === undefined || before.version <= text.version) byId.set(text.id, text);
  }
  return [...byId.values()].toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id);
}

/**
 * Adds the newest page. Where it doesn't reach what is known, texts between both are missing: then it replaces all, and
 * older ones load again from its end.
 */
export function withLatest(known: ThreadTexts, page: TextsPage): ThreadTexts {
  const ids = new Set(known.texts.map(({ id }) => id));
  const reaches = page.next === null || page.texts.some(({ id }) => ids.has(id));
  if (!reaches || ids.size === 0) return { texts: withTexts([], page.texts), next: page.next };
  return { texts: withTexts(known.texts, page.texts), next: page.next === null ? null : known.next };
}

/** Adds the page before what is known. */
export const withOlder = (known: ThreadTexts, page: TextsPage): ThreadTexts => ({
  texts: withTexts(known.texts, page.texts),
  next: page.next,
});
