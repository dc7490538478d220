import type { Text } from '#contract/messages/text.contract.ts';
import type { TimelineEntry } from '#contract/timeline.contract.ts';

/** A call or an e-mail between texts. */
export type ThreadLine = TimelineEntry;

/** One page of a conversation, as it is loaded. */
export interface TextsPage {
  /** Newest first. */
  readonly texts: readonly Text[];
  readonly lines: readonly ThreadLine[];
  /** `null`: nothing older. */
  readonly next: string | null;
}

/** What is shown of a conversation. */
export interface ThreadTexts {
  /** Oldest first, each once. */
  readonly texts: readonly Text[];
  readonly lines: readonly ThreadLine[];
  /** Where older ones begin; `null`: nothing older. */
  readonly next: string | null;
}

export const NO_TEXTS: ThreadTexts = { texts: [], lines: [], next: null };

/** Adds texts; of two copies the newer one stays. */
export function withTexts(known: readonly Text[], fresh: readonly Text[]): readonly Text[] {
  const byId = new Map(known.map((text) => [text.id, text]));
  for (const text of fresh) {
    const before = byId.get(text.id);
    if (before === undefined || before.version <= text.version) byId.set(text.id, text);
  }
  return [...byId.values()].toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id);
}

/** Adds lines; of two copies the one that was loaded last stays. */
function withLines(known: readonly ThreadLine[], fresh: readonly ThreadLine[]): readonly ThreadLine[] {
  const byKey = new Map([...known, ...fresh].map((line) => [line.key, line]));
  return [...byKey.values()].toSorted((a, b) => (a.at === b.at ? a.key.localeCompare(b.key) : a.at < b.at ? -1 : 1));
}

/**
 * Adds the newest page. Where it doesn't reach what is known, texts between both are missing: then it replaces all, and
 * older ones load again from its end.
 */
export function withLatest(known: ThreadTexts, page: TextsPage): ThreadTexts {
  const ids = new Set(known.texts.map(({ id }) => id));
  const keys = new Set(known.lines.map(({ key }) => key));
  const reaches =
    page.next === null || page.texts.some(({ id }) => ids.has(id)) || page.lines.some(({ key }) => keys.has(key));
  if (!reaches || (ids.size === 0 && keys.size === 0)) return withOlder(NO_TEXTS, page);
  return { ...withOlder(known, page), next: page.next === null ? null : known.next };
}

/** Adds the page before what is known. */
export const withOlder = (known: ThreadTexts, page: TextsPage): ThreadTexts => ({
  texts: withTexts(known.texts, page.texts),
  lines: withLines(known.lines, page.lines),
  next: page.next,
});
