import * as z from 'zod/mini';
import { Id, Instant, KnownVersion, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';
import { Decision } from './compliance.contract.ts';
import { endpoint } from './endpoint.ts';
import {
  type About,
  changed,
  changedByBody,
  created,
  listed,
  paged,
  removed,
  resource,
  shown,
  withFile,
} from './resource.ts';
import { FLOW_TRIGGERS, FlowDefinition, StepId } from './workflows/definition.contract.ts';

// ---- constants -------------------------------------------------------------

export const FLOW_STATES = ['draft', 'on', 'paused'] as const;
export const RUN_STATES = ['ready', 'waiting', 'held', 'done', 'ended'] as const;
export const RUN_ENDS = [
  'opted_out',
  'not_allowed',
  'stopped',
  'deleted',
  'missed',
  'merged',
  'transferred',
  'goal',
] as const;
export type RunEnd = (typeof RUN_ENDS)[number];
export const STEP_OUTCOMES = ['done', 'waiting', 'held', 'skipped', 'ended', 'moved'] as const;
export const RUN_CHANGES = ['pause', 'resume', 'now', 'skip', 'stop'] as const;
/** Categories of an account at most. Ours. */
export const MAX_CATEGORIES = 100;

// ---- schemas ---------------------------------------------------------------

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));
const name = text(120).check(z.minLength(1, 'Enter a name.'));

export const WorkflowCategory = z.object({
  id: Id,
  name,
  position: z.int(),
  usage: z.object({ templates: z.int(), flows: z.int() }),
});
export type WorkflowCategory = z.output<typeof WorkflowCategory>;

/** Without `shared` it is the user's own; with it, of a business unit or of the whole account. */
const owned = {
  shared: z.boolean(),
  /** `null`: the whole account, where it is shared. */
  business_unit_id: z.nullable(Id),
};
const fields = { name, description: text(500), category_id: z.nullable(Id) };

export const WorkflowTemplate = z.object({
  id: Id,
  ...fields,
  ...owned,
  definition: FlowDefinition,
  /** Offered for new workflows. */
  active: z.boolean(),
  /** The current user may change it. */
  editable: z.boolean(),
});
export type WorkflowTemplate = z.output<typeof WorkflowTemplate>;

/** What keeps a workflow from being turned on. */
const FlowProblem = z.object({
  /** `null`: the trigger, or the workflow as a whole. */
  step_id: z.nullable(z.string()),
  message: z.string(),
});
export type FlowProblem = z.output<typeof FlowProblem>;

const FlowRow = z.object({
  id: Id,
  ...fields,
  ...owned,
  owner_name: z.string(),
  status: z.enum(FLOW_STATES),
  /** Of the version that contacts begin with. */
  trigger: z.enum(FLOW_TRIGGERS),
  /** `null`: it was never on. */
  version_number: z.nullable(z.int()),
  /** The draft differs from that version. */
  has_changes: z.boolean(),
  running: z.int(),
  finished: z.int(),
  editable: z.boolean(),
  updated_at: Instant,
});
export type FlowRow = z.output<typeof FlowRow>;

export const Flow = z.extend(FlowRow, {
  definition: FlowDefinition,
  /** Counts up with each change of the draft. */
  version: z.int(),
  problems: z.array(FlowProblem),
  /** Ids of steps at which contacts wait until they are resumed, whatever the version. */
  paused_steps: z.array(z.string()),
  /** Contacts at each step now, and those that have passed it. */
  steps: z.array(z.object({ step_id: z.string(), here: z.int(), passed: z.int() })),
  versions: z.array(z.object({ number: z.int(), running: z.int(), created_at: Instant })),
});
export type Flow = z.output<typeof Flow>;

const Contact = z.object({ id: Id, number: z.int(), name: z.string() });

/** A contact in a workflow. */
export const FlowRun = z.object({
  id: Id,
  contact: Contact,
  version_number: z.int(),
  status: z.enum(RUN_STATES),
  paused: z.boolean(),
  /** Label of the step; empty: none yet. */
  step: z.string(),
  next_at: z.nullable(Instant),
  reason: z.union([z.enum(RUN_ENDS), z.literal('')]),
  /** One sentence on why it is held or has ended. */
  note: z.string(),
  started_at: Instant,
});
export type FlowRun = z.output<typeof FlowRun>;

/** What a step did with a contact. */
export const FlowHistoryRow = z.object({
  id: Id,
  run_id: Id,
  contact: Contact,
  version_number: z.int(),
  step: z.string(),
  outcome: z.enum(STEP_OUTCOMES),
  /** One sentence. */
  message: z.string(),
  /** The decision on the message, with its rule; `null`: no one was asked. */
  decision: z.nullable(Decision),
  at: Instant,
});
export type FlowHistoryRow = z.output<typeof FlowHistoryRow>;

/** One step of a simulated contact. */
const TrialStep = z.object({ step_id: z.string(), step: z.string(), at: Instant, message: z.string() });
export type TrialStep = z.output<typeof TrialStep>;

const Params = z.strictObject({ id: PathId });
const limit = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), 25);
const NewFields = z.object({
  name,
  description: z.optional(fields.description),
  category_id: z.optional(fields.category_id),
  shared: z.optional(owned.shared),
  business_unit_id: z.optional(owned.business_unit_id),
});

// ---- endpoints -------------------------------------------------------------

const family = { feature: 'workflows' } as const;
const ACCESS = { read: 'contacts.write', write: 'contacts.write' } as const;
const READ = {
  ...family,
  access: 'contacts.write',
  effect: 'read',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;
const WRITE = { ...family, access: 'contacts.write', effect: 'write', idempotent: true, rate: 'write' } as const;

export const workflowCategories = resource(
  {
    path: '/v1/workflow/wf_categories',
    one: 'WorkflowCategory',
    many: 'WorkflowCategories',
    label: { one: 'workflow category', many: 'workflow categories' },
    subject: 'workflow_category',
    access: { read: 'contacts.write', write: 'reference.manage' },
    ...family,
  },
  {
    list: listed(WorkflowCategory),
    update: changedByBody(WorkflowCategory, z.strictObject({ id: Id, name })),
    remove: removed(),
    /** The first call adds, too: the specification has no other for it. */
    place: ({ path }: About) =>
      endpoint({
        ...WRITE,
        name: 'bulkUpdateWorkflowCategories',
        method: 'POST',
        path: `${path}/bulk_update`,
        summary: 'Save categories in their order: those without `id` are added, those left out keep their places',
        access: 'reference.manage',
        audit: 'workflow_category.placed',
        body: z.strictObject({
          categories: z
            .array(z.strictObject({ id: z.optional(Id), name: z.optional(name) }))
            .check(z.minLength(1, 'Enter a category.'), z.maxLength(MAX_CATEGORIES, `Use at most ${MAX_CATEGORIES}.`)),
        }),
        reply: z.object({ data: z.array(WorkflowCategory) }),
      }),
  },
);

/** Absent: it is turned on. */
const activation = z.strictObject({ active: z.optional(z.boolean()) });

export const workflowTemplates = resource(
  {
    path: '/v1/workflow/wf_templates',
    one: 'WorkflowTemplate',
    many: 'WorkflowTemplates',
    label: { one: 'workflow template', many: 'workflow templates' },
    subject: 'workflow_template',
    access: ACCESS,
    ...family,
  },
  {
    ...withFile(
      paged(WorkflowTemplate, {
        order: ['name', 'active'],
        filter: { category_id: z.optional(PathId), active: z.optional(z.literal('true')) },
      }),
    ),
    create: created(
      WorkflowTemplate,
      z.extend(z.strictObject(NewFields.shape), { definition: z.optional(FlowDefinition) }),
    ),
    update: changed(
      WorkflowTemplate,
      z.extend(z.strictObject(z.partial(z.object(fields)).shape), { definition: z.optional(FlowDefinition) }),
    ),
    remove: removed(),
    activate: ({ path }: About) =>
      endpoint({
        ...WRITE,
        name: 'activateWorkflowTemplate',
        method: 'PUT',
        path: `${path}/:id/activate`,
        summary: 'Offer a template for new workflows, or no longer',
        audit: 'workflow_template.updated',
        params: Params,
        body: activation,
        reply: z.object({ data: WorkflowTemplate }),
      }),
  },
);

export const workflowFlows = resource(
  {
    path: '/v1/workflow/wf_flows',
    one: 'WorkflowFlow',
    many: 'WorkflowFlows',
    label: { one: 'workflow', many: 'workflows' },
    subject: 'workflow',
    access: ACCESS,
    ...family,
  },
  {
    list: paged(FlowRow, {
      order: ['name', 'status', 'updated_at'],
      filter: {
        category_id: z.optional(PathId),
        status: z.optional(z.enum(FLOW_STATES)),
        /** Those that are for this contact, who isn't in them. */
        contact_id: z.optional(PathId),
      },
    }),
    read: shown(Flow),
    create: created(
      Flow,
      z.extend(z.strictObject(NewFields.shape), {
        /** Begins with a copy of its steps. */
        template_id: z.optional(Id),
        /** Begins with a copy of the draft of another workflow, such as one of another business unit. */
        from_id: z.optional(Id),
        definition: z.optional(FlowDefinition),
      }),
    ),
    update: changed(
      Flow,
      z.extend(z.strictObject(z.partial(z.object(fields)).shape), {
        definition: z.optional(FlowDefinition),
        /** The draft that `definition` is based on; another one is a conflict. */
        version: z.optional(KnownVersion),
      }),
    ),
    remove: removed(),
    history: ({ path }: About) =>
      endpoint({
        ...READ,
        name: 'readWorkflowHistory',
        method: 'GET',
        path: `${path}/:id/history`,
        summary: 'What a workflow did, the last first; of one contact with `contact_id`',
        params: Params,
        query: z.strictObject({ page: PageNumber, limit, contact_id: z.optional(PathId) }),
        reply: z.object({ data: z.array(FlowHistoryRow), meta: ListMeta }),
      }),
    activate: ({ path }: About) =>
      endpoint({
        ...WRITE,
        name: 'activateWorkflow',
        method: 'PUT',
        path: `${path}/:id/activate`,
        summary: 'Turn a workflow on with its draft as the version for new contacts, or pause it with all its contacts',
        audit: ['workflow.activated', 'workflow.paused'],
        params: Params,
        body: activation,
        reply: z.object({ data: Flow }),
      }),
    /** Not among the 404 specified calls. */
    pauseStep: ({ path }: About) =>
      endpoint({
        ...WRITE,
        name: 'pauseWorkflowStep',
        method: 'PUT',
        path: `${path}/:id/pause_step`,
        summary: 'Pause one step of a workflow, so that contacts wait there, or resume it with all who wait',
        audit: ['workflow.step_paused', 'workflow.step_resumed'],
        params: Params,
        body: z.strictObject({ step_id: StepId, paused: z.boolean() }),
        reply: z.object({ data: Flow }),
      }),
    /** Not among the 404 specified calls. */
    runs: ({ path }: About) =>
      endpoint({
        ...READ,
        name: 'readWorkflowRuns',
        method: 'GET',
        path: `${path}/:id/runs`,
        summary: 'Contacts in a workflow, the last to begin first',
        params: Params,
        query: z.strictObject({ page: PageNumber, limit, running: z.optional(z.literal('true')) }),
        reply: z.object({ data: z.array(FlowRun), meta: ListMeta }),
      }),
    /** Not among the 404 specified calls. */
    start: ({ path }: About) =>
      endpoint({
        ...WRITE,
        name: 'startWorkflow',
        method: 'POST',
        path: `${path}/:id/start`,
        summary: 'Start a workflow that is on for a contact',
        audit: 'workflow.started',
        params: Params,
        body: z.strictObject({ contact_id: Id }),
        reply: z.object({ data: FlowRun }),
      }),
    /** Not among the 404 specified calls. */
    changeRun: () =>
      endpoint({
        ...WRITE,
        name: 'changeWorkflowRun',
        method: 'PUT',
        path: '/v1/workflow/wf_runs/:id',
        summary: 'Pause, resume, hurry, move on or stop one contact in a workflow; what was sent stays sent',
        audit: 'workflow.run_changed',
        params: Params,
        body: z.strictObject({ action: z.enum(RUN_CHANGES) }),
        reply: z.object({ data: FlowRun }),
      }),
    /** Not among the 404 specified calls. */
    tryOut: ({ path }: About) =>
      endpoint({
        ...READ,
        name: 'tryWorkflow',
        method: 'POST',
        path: `${path}/:id/dry_run`,
        summary: 'What the draft of a workflow would do with a contact, step by step; nothing is sent or stored',
        params: Params,
        body: z.strictObject({ contact_id: Id, replies: z._default(z.boolean(), false) }),
        reply: z.object({ data: z.object({ contact: Contact, steps: z.array(TrialStep), ends: z.string() }) }),
      }),
  },
);

export const listManageableUnits = endpoint({
  ...READ,
  name: 'listManageableUnits',
  method: 'GET',
  path: '/v1/business_units/manageable',
  summary: 'List the business units in which the current user may create shared workflows',
  access: 'contacts.read',
  reply: z.object({ data: z.array(z.object({ id: Id, name: z.string() })) }),
});
