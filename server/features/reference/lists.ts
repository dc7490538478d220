import type {
  AgentflowStatus,
  AgentflowStatusGroup,
  ApiVendor,
  Category,
  Group,
  Source,
  Status,
} from '#contract/reference.contract.ts';

/** A row of each list, by the list's table. */
export interface ListRows {
  groups: Group;
  statuses: Status;
  agentflow_statuses: AgentflowStatus;
  agentflow_status_groups: AgentflowStatusGroup;
  sources: Source;
  categories: Category;
  api_vendors: ApiVendor;
}
export type ListName = keyof ListRows;

/** What one list is, for the statements and sentences that are the same for all. */
export interface ReferenceList {
  readonly table: ListName;
  /** As the audit log has it. */
  readonly thing: string;
  /** As a sentence has it. */
  readonly said: string;
  /** The column that names a row. */
  readonly title: string;
  /** Columns that somebody writes. */
  readonly columns: readonly string[];
  /** Of the row `r`. */
  readonly select: string;
  readonly order: string;
  /** True: a row may belong to one business unit. */
  readonly ofUnits: boolean;
  /** How many rows of what use the row: a count over `$1`, and the words for them. `null`: nothing names it by its id. */
  readonly uses: { readonly count: string; readonly one: string; readonly many: string } | null;
  /** The column of contacts that keeps the word itself; `null`: contacts keep the id or nothing. */
  readonly word: 'source' | 'category' | null;
}

const CONTACTS_OF = (column: string) => ({
  count: `select count(*) from (select from contacts where account_id = app_account_id() and ${column} = $1 limit 100000) used`,
  one: 'contact',
  many: 'contacts',
});

const NAMED = {
  title: 'name',
  select: 'r.id, r.name',
  order: 'lower(r.name), r.id',
  ofUnits: false,
  word: null,
} as const;
const PLACED = {
  title: 'name',
  order: 'r.position, lower(r.name), r.id',
  ofUnits: true,
  word: null,
} as const;

export const LISTS = {
  groups: {
    ...NAMED,
    table: 'groups',
    thing: 'group',
    said: 'group',
    columns: ['name'],
    uses: CONTACTS_OF('group_id'),
  },
  statuses: {
    ...PLACED,
    table: 'statuses',
    thing: 'status',
    said: 'status',
    columns: ['name', 'color', 'position', 'business_unit_id'],
    select: 'r.id, r.name, r.color, r.position, r.business_unit_id',
    uses: CONTACTS_OF('status_id'),
  },
  agentflow_statuses: {
    ...PLACED,
    table: 'agentflow_statuses',
    thing: 'agentflow_status',
    said: 'agentflow status',
    columns: ['name', 'color', 'position', 'business_unit_id', 'agentflow_status_group_id'],
    select: `r.id, r.name, r.color, r.position, r.business_unit_id,
      (select jsonb_build_object('id', g.id, 'name', g.name) from agentflow_status_groups g
       where g.id = r.agentflow_status_group_id) as agentflow_status_group`,
    order: `(select (g.position, lower(g.name)) from agentflow_status_groups g where g.id = r.agentflow_status_group_id)
      nulls first, r.position, lower(r.name), r.id`,
    uses: CONTACTS_OF('agentflow_status_id'),
  },
  agentflow_status_groups: {
    ...PLACED,
    table: 'agentflow_status_groups',
    thing: 'agentflow_status_group',
    said: 'agentflow status group',
    columns: ['name', 'position', 'business_unit_id'],
    select: 'r.id, r.name, r.position, r.business_unit_id',
    uses: {
      count: 'select count(*) from agentflow_statuses where agentflow_status_group_id = $1',
      one: 'agentflow status',
      many: 'agentflow statuses',
    },
  },
  sources: {
    ...NAMED,
    table: 'sources',
    thing: 'source',
    said: 'source',
    columns: ['name'],
    uses: null,
    word: 'source',
  },
  categories: {
    table: 'categories',
    thing: 'category',
    said: 'category',
    title: 'title',
    columns: ['title', 'description'],
    select: 'r.id, r.title, r.description',
    order: 'lower(r.title), r.id',
    ofUnits: false,
    uses: null,
    word: 'category',
  },
  api_vendors: {
    table: 'api_vendors',
    thing: 'api_vendor',
    said: 'lead vendor',
    title: 'vendor_name',
    columns: ['vendor_name', 'vendor_type'],
    select: 'r.id, r.vendor_name, r.vendor_type',
    order: 'lower(r.vendor_name), r.id',
    ofUnits: false,
    uses: CONTACTS_OF('api_vendor_id'),
    word: null,
  },
} as const satisfies { readonly [Name in ListName]: ReferenceList & { readonly table: Name } };
