import type { CallArgs, Endpoint, Reply } from '#contract/endpoint.ts';
import * as reference from '#contract/reference.contract.ts';
import { createTag, listTags, type TagColor, updateTag } from '#contract/tags.contract.ts';
import type { ListTab } from './list-tabs.ts';

/** A row as displayed, whatever its list. */
export interface ListRow {
  readonly id: number;
  readonly name: string;
  readonly color?: TagColor;
  readonly position?: number;
  /** Text next to the name. */
  readonly text?: string;
  /** `null`: in no group. */
  readonly groupId?: number | null;
  /** `null`: for the whole account. */
  readonly unitId?: number | null;
}

/** Written fields of a row; absent ones are unchanged. */
export type RowChange = Partial<Omit<ListRow, 'id'>>;

/** Arguments of a call. */
type Args = Omit<CallArgs<Endpoint>, 'signal' | 'idempotencyKey'>;

/** One of the lists that contacts choose from. */
export interface ListKind {
  readonly key: ListTab;
  readonly label: string;
  /** In a sentence: "Add a status". */
  readonly one: string;
  /** Purpose of the list, displayed while it is empty. */
  readonly about: string;
  readonly list: Endpoint;
  readonly rowsOf: (reply: unknown) => readonly ListRow[];
  readonly add: Endpoint;
  readonly change: Endpoint;
  /** `null`: rows stay. */
  readonly remove: Endpoint | null;
  readonly addArgs: (row: RowChange) => Args;
  readonly changeArgs: (id: number, row: RowChange) => Args;
  /** Lists elsewhere that show the same. */
  readonly alsoShown: readonly Endpoint[];
  readonly has: { readonly color?: true; readonly position?: true; readonly unit?: true; readonly group?: true };
  /** Label of the text next to the name; absent: none. */
  readonly textLabel?: string;
}

interface Names {
  readonly name: string;
  readonly text?: string;
}

/** A written row as the columns of its list are called. */
const bodyOf = (names: Names) => (row: RowChange) => ({
  ...(row.name === undefined ? {} : { [names.name]: row.name }),
  ...(row.text === undefined || names.text === undefined ? {} : { [names.text]: row.text }),
  ...(row.color === undefined ? {} : { color: row.color }),
  ...(row.position === undefined ? {} : { position: row.position }),
  ...(row.groupId === undefined ? {} : { agentflow_status_group_id: row.groupId }),
  ...(row.unitId === undefined ? {} : { business_unit_id: row.unitId }),
});

interface Parts<L extends Endpoint>
  extends Pick<ListKind, 'key' | 'label' | 'one' | 'about' | 'add' | 'change' | 'remove' | 'has' | 'textLabel'> {
  readonly list: L;
  readonly rowsOf: (reply: Reply<L>) => readonly ListRow[];
  readonly names?: Names;
  readonly alsoShown?: readonly Endpoint[];
  /** The row to change is named in the body instead of the path. */
  readonly idInBody?: true;
}

function kind<L extends Endpoint>({
  names = { name: 'name' },
  alsoShown = [],
  idInBody,
  ...parts
}: Parts<L>): ListKind {
  const written = bodyOf(names);
  return {
    ...parts,
    alsoShown,
    rowsOf: (reply) => parts.rowsOf(reply as Reply<L>),
    addArgs: (row) => ({ body: written(row) }) as Args,
    changeArgs: (id, row) =>
      (idInBody ? { body: { id, ...written(row) } } : { params: { id }, body: written(row) }) as Args,
  };
}

const placed = (row: { id: number; name: string; position: number; business_unit_id: number | null }): ListRow => ({
  id: row.id,
  name: row.name,
  position: row.position,
  unitId: row.business_unit_id,
});

export const LIST_KINDS: readonly ListKind[] = [
  kind({
    key: 'statuses',
    label: 'Statuses',
    one: 'status',
    about: 'Where a contact is in your sales process: new, contacted, quoted, client.',
    list: reference.statuses.list,
    rowsOf: ({ data }) => data.map((row) => ({ ...placed(row), color: row.color })),
    add: reference.statuses.create,
    change: reference.statuses.update,
    remove: reference.statuses.remove,
    alsoShown: [reference.listStatuses],
    has: { color: true, position: true, unit: true },
  }),
  kind({
    key: 'agentflow',
    label: 'Agentflow',
    one: 'agentflow status',
    about: 'Steps an agent takes with a contact, by group: first call, visit, annual review.',
    list: reference.agentflowStatuses.list,
    rowsOf: ({ data }) =>
      data.map((row) => ({ ...placed(row), color: row.color, groupId: row.agentflow_status_group?.id ?? null })),
    add: reference.agentflowStatuses.create,
    change: reference.agentflowStatuses.update,
    remove: reference.agentflowStatuses.remove,
    alsoShown: [reference.listAgentflowStatuses],
    has: { color: true, position: true, unit: true, group: true },
  }),
  kind({
    key: 'agentflow-groups',
    label: 'Agentflow groups',
    one: 'agentflow group',
    about: 'Headings that group agentflow statuses.',
    list: reference.agentflowStatusGroups.list,
    rowsOf: ({ data }) => data.map(placed),
    add: reference.agentflowStatusGroups.create,
    change: reference.agentflowStatusGroups.update,
    remove: reference.agentflowStatusGroups.remove,
    alsoShown: [reference.agentflowStatuses.list, reference.listAgentflowStatuses],
    has: { position: true, unit: true },
  }),
  kind({
    key: 'groups',
    label: 'Groups',
    one: 'group',
    about: 'Each contact belongs to at most one group: a church, a seminar, an employer.',
    list: reference.listGroups,
    rowsOf: ({ data }) => data,
    add: reference.groups.create,
    change: reference.groups.update,
    remove: reference.groups.remove,
    has: {},
  }),
  kind({
    key: 'tags',
    label: 'Tags',
    one: 'tag',
    about: 'A contact can have up to 50 tags. Rename and recolor tags here.',
    list: listTags,
    rowsOf: ({ data }) => data,
    add: createTag,
    change: updateTag,
    remove: null,
    idInBody: true,
    has: { color: true },
  }),
  kind({
    key: 'sources',
    label: 'Sources',
    one: 'source',
    about: 'Where contacts come from: direct mail, a referral, a web form.',
    list: reference.sources.list,
    rowsOf: ({ data }) => data,
    add: reference.sources.create,
    change: reference.sources.update,
    remove: reference.sources.remove,
    alsoShown: [reference.listSources],
    has: {},
  }),
  kind({
    key: 'categories',
    label: 'Categories',
    one: 'category',
    about: 'The product a contact is interested in: Medicare, life, final expense.',
    list: reference.categories.list,
    rowsOf: ({ data }) => data.map(({ id, title, description }) => ({ id, name: title, text: description })),
    add: reference.categories.create,
    change: reference.categories.update,
    remove: reference.categories.remove,
    names: { name: 'title', text: 'description' },
    textLabel: 'Description',
    has: {},
  }),
  kind({
    key: 'vendors',
    label: 'Lead vendors',
    one: 'lead vendor',
    about: 'Companies that sell or send you leads. You can name one in an import.',
    list: reference.apiVendors.list,
    rowsOf: ({ data }) =>
      data.map(({ id, vendor_name, vendor_type }) => ({ id, name: vendor_name, text: vendor_type })),
    add: reference.apiVendors.create,
    change: reference.apiVendors.update,
    remove: reference.apiVendors.remove,
    alsoShown: [reference.listApiVendors],
    names: { name: 'vendor_name', text: 'vendor_type' },
    textLabel: 'Type',
    has: {},
  }),
];

/** Returns the positions to write so that the row at `from` moves to `to`. */
export function movedPositions(
  rows: readonly ListRow[],
  from: number,
  to: number,
): readonly [id: number, position: number][] {
  const order = [...rows];
  const [moved] = order.splice(from, 1);
  if (moved === undefined) return [];
  order.splice(to, 0, moved);
  return order.flatMap((row, place) => (row.position === place ? [] : [[row.id, place] as [number, number]]));
}
