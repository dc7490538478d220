import type { ChatSource } from '#contract/chat/reply.contract.ts';
import type { TimelineEntry } from '#contract/timeline.contract.ts';
import { fieldWords } from '#rules/contacts/field-words.ts';
import type { InsightFacts } from './insight-facts.ts';
import { dateIn, type InsightPoint, listed, pageOf } from './insight-point.ts';
import { quoteOf } from './quoted-words.ts';

const DAY_MS = 86_400_000;
/** Days in which a change is news. Ours. */
const NEWS_DAYS = 7;

type Group = 'owner' | 'status' | 'tags' | 'fields' | 'merged' | 'import' | 'added';

/** Entries of the timeline that one point names at most. Ours. */
const MOST_SOURCES = 3;

const sourceOf = ({ contact, zone }: InsightFacts, group: Group, at: string): ChatSource =>
  group === 'owner'
    ? { label: `Transfer history ${dateIn(zone, at)}`, href: pageOf(contact, 'transfer_history'), at }
    : { label: `Timeline ${dateIn(zone, at)}`, href: pageOf(contact), at };

/** Recent changes, the latest of each kind. */
export function changedPoints(facts: InsightFacts): InsightPoint[] {
  const entries = facts.changes.flatMap((entry) => groupsOf(entry).map((group) => ({ group, entry })));
  return [...Map.groupBy(entries, ({ group }) => group)].flatMap(([group, found]) => {
    const [last] = found;
    if (last === undefined) return [];
    const { at } = last.entry;
    const isNews = facts.now.getTime() - Date.parse(at) <= NEWS_DAYS * DAY_MS;
    return [
      {
        id: `changed.${group}`,
        kind: 'changed' as const,
        matter: isNews ? ('changed_now' as const) : ('changed' as const),
        text: wordsOf(
          facts,
          group,
          found.map(({ entry }) => entry),
        ),
        sources: found.slice(0, MOST_SOURCES).map(({ entry }) => sourceOf(facts, group, entry.at)),
        at,
      },
    ];
  });
}

/** Actions that change one thing, regardless of their fields. */
const BY_ACTION: Readonly<Record<string, Group>> = {
  'contact.tagged': 'tags',
  'contacts.tagged': 'tags',
  'contacts.status_changed': 'status',
  'contacts.merged': 'merged',
};

/** Kinds of change in a timeline entry. */
function groupsOf({ what }: TimelineEntry): Group[] {
  if (what.of === 'owner') return ['owner'];
  if (what.of === 'origin') return ['added'];
  if (what.of === 'import') return what.undone ? [] : ['import'];
  if (what.of === 'bulk') {
    if (what.undone) return [];
    return what.action === 'tags' || what.action === 'status' ? [what.action] : [];
  }
  if (what.of !== 'action') return [];
  const known = BY_ACTION[what.action];
  if (known !== undefined) return [known];
  if (what.action !== 'contact.updated') return [];
  const others = otherFields(what.fields);
  return [
    ...(what.fields.includes('status_id') ? (['status'] as const) : []),
    ...(what.fields.includes('tag_ids') ? (['tags'] as const) : []),
    ...(others.length > 0 ? (['fields'] as const) : []),
  ];
}

const otherFields = (fields: readonly string[]) =>
  fields.filter((field) => field !== 'status_id' && field !== 'tag_ids');

function wordsOf({ contact, zone }: InsightFacts, group: Group, [last, ...before]: readonly TimelineEntry[]): string {
  if (last === undefined) return '';
  const { what } = last;
  const when = `on ${dateIn(zone, last.at)}${byWords(last)}`;
  switch (group) {
    case 'owner':
      return what.of === 'owner' ? `Owner changed from ${what.from} to ${what.to} ${when}.` : '';
    case 'status':
      return contact.status === null
        ? `Status removed ${when}.`
        : `Status changed ${when}. It's now “${contact.status.name}”.`;
    case 'tags': {
      const now = contact.tags.length === 0 ? 'none' : listed(contact.tags.map(({ name }) => name));
      return `Tags changed ${when}. Now: ${now}.`;
    }
    case 'merged':
      return `Merged with another contact ${when}.`;
    case 'import':
      return what.of === 'import' ? `Updated by importing ${quoteOf(what.file_name)} ${when}.` : '';
    case 'added':
      return what.of === 'origin' && what.import !== null
        ? `Added by importing ${quoteOf(what.import.file_name)} ${when}.`
        : `Added ${when}.`;
    case 'fields': {
      const fields = [last, ...before].flatMap((entry) =>
        entry.what.of === 'action' ? otherFields(entry.what.fields) : [],
      );
      return `${before.length > 0 ? 'Last edited' : 'Edited'} ${when}: ${fieldWords([...new Set(fields)])}.`;
    }
  }
}

const byWords = ({ actor, acting_as: actingAs }: TimelineEntry): string => {
  const name = actingAs?.name ?? actor?.name ?? '';
  return name === '' ? '' : ` by ${name}`;
};
