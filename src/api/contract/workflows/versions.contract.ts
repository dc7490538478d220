import * as z from 'zod/mini';
import { MAX_INT, PathId } from '../_wire.contract.ts';
import { BulkReply } from '../bulk.contract.ts';
import { endpoint } from '../endpoint.ts';
import { FlowDefinition } from './definition.contract.ts';

// ---- schemas ---------------------------------------------------------------

/** Contacts at a step of a version, and where a move to another version takes them. */
export const FlowMove = z.object({
  /** Empty: they haven't begun. */
  step: z.string(),
  /** "Step 3, Send text" */
  place: z.string(),
  contacts: z.int(),
  /** The same step there; `null`: it is gone. */
  to_step: z.nullable(z.string()),
  to_place: z.string(),
});
export type FlowMove = z.output<typeof FlowMove>;

// ---- endpoints (not among the 404 specified calls) ----------------------------

const family = { access: 'contacts.write', feature: 'workflows' } as const;
const READ = { ...family, effect: 'read', idempotent: false, rate: 'read', audit: null } as const;
const Params = z.strictObject({ id: PathId });
const BOUNDS = [z.minimum(1), z.maximum(MAX_INT)] as const;
const VersionNumber = z.int().check(...BOUNDS);
const QueriedNumber = z.coerce.number().check(z.int(), ...BOUNDS);
const StepId = z.string().check(z.maxLength(16));

export const readVersion = endpoint({
  ...READ,
  name: 'readWorkflowVersion',
  method: 'GET',
  path: '/v1/workflow/wf_flows/:id/versions',
  summary: 'Show the steps of a version, as it was turned on',
  params: Params,
  query: z.strictObject({ version: QueriedNumber }),
  reply: z.object({ data: z.object({ number: z.int(), definition: FlowDefinition }) }),
});

export const previewMove = endpoint({
  ...READ,
  name: 'previewWorkflowMove',
  method: 'GET',
  path: '/v1/workflow/wf_flows/:id/moves',
  summary: 'Count the contacts under way in a version by step, with where they would go in another version',
  params: Params,
  query: z.strictObject({ from: QueriedNumber, to: QueriedNumber }),
  reply: z.object({ data: z.array(FlowMove) }),
});

export const moveContacts = endpoint({
  ...family,
  effect: 'write',
  idempotent: true,
  rate: 'write',
  name: 'moveWorkflowContacts',
  method: 'POST',
  path: '/v1/workflow/wf_flows/:id/moves',
  summary: 'Move the contacts under way in a version to another; those whose step is gone stay, or begin a chosen one',
  audit: 'workflow.contacts_moved',
  params: Params,
  body: z.strictObject({
    from: VersionNumber,
    to: VersionNumber,
    /** For steps that are gone. */
    steps: z._default(z.array(z.strictObject({ step: StepId, to_step: StepId })), []),
  }),
  reply: BulkReply,
});
