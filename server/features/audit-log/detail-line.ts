/** Parts of a detail that are words of their own. Addresses, ids and values stay in the log. */
const TOLD = ['reason', 'key', 'name', 'title', 'method', 'route', 'format', 'type', 'action', 'workflow'] as const;
/** Names of fields that changed. */
const FIELDS = ['fields', 'field', 'columns'] as const;
const COUNTS = ['rows', 'contacts', 'count', 'people', 'ended'] as const;
const MOST_CHARS = 300;

const spaced = (name: string): string => name.replaceAll('_', ' ');

/** The detail of an entry as one line: its reason and names, the fields that changed, counts. */
export function detailLine(detail: Readonly<Record<string, unknown>>): string {
  const told = TOLD.flatMap((key) => (typeof detail[key] === 'string' && detail[key] !== '' ? [detail[key]] : []));
  const { before, after, changes } = detail;
  const moved =
    typeof before === 'string' && typeof after === 'string' && before !== after ? [`${before} → ${after}`] : [];
  const names = [
    ...FIELDS.flatMap((key) => [detail[key]].flat()),
    ...(typeof changes === 'object' && changes !== null ? Object.keys(changes) : []),
  ].filter((name) => typeof name === 'string');
  const counts = COUNTS.flatMap((key) => (typeof detail[key] === 'number' ? [`${spaced(key)}: ${detail[key]}`] : []));
  return [...told, ...moved, ...(names.length > 0 ? [names.map(spaced).join(', ')] : []), ...counts]
    .join('; ')
    .slice(0, MOST_CHARS);
}
