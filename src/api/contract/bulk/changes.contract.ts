import * as z from 'zod/mini';
import { Id } from '../_wire.contract.ts';
import { CONSENT_SOURCES } from '../compliance/consent-kinds.contract.ts';
import { CONTACT_TAGS_MAX } from '../contacts/tag.contract.ts';

export const TAG_MODES = ['add', 'remove', 'replace'] as const;
export type TagMode = (typeof TAG_MODES)[number];

/** Channels that a bulk change stops. A number on a Do Not Call list is neither called nor texted. */
export const OPT_OUT_CHANNELS = ['call', 'text', 'mail'] as const;
export type OptOutChannel = (typeof OPT_OUT_CHANNELS)[number];

export const optOutChannels = z.array(z.enum(OPT_OUT_CHANNELS)).check(z.minLength(1, 'Choose at least one channel.'));
export const optOutSource = z.enum(CONSENT_SOURCES);

export const tagIds = z.array(Id).check(z.maxLength(CONTACT_TAGS_MAX, `Use at most ${CONTACT_TAGS_MAX} tags.`));
/** `null`: none. */
export const choice = z.nullable(Id);

/** Change applied to each contact of a selection. */
export const BulkChange = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('tags'),
    mode: z.enum(TAG_MODES),
    tag_ids: tagIds,
    /** Also records Do Not Call, with the tags as evidence. */
    do_not_call: z.optional(z.boolean()),
  }),
  z.strictObject({ action: z.literal('group'), group_id: choice }),
  z.strictObject({ action: z.literal('status'), status_id: choice }),
  z.strictObject({ action: z.literal('agentflow_status'), agentflow_status_id: choice }),
  z.strictObject({ action: z.literal('pool'), pool_id: choice }),
  z.strictObject({
    action: z.literal('do_not_call'),
    channels: optOutChannels,
    source: optOutSource,
    /** Empty in a preview only. */
    evidence: z.string().check(z.maxLength(1000)),
  }),
  z.strictObject({ action: z.literal('campaign'), campaign_trigger_id: Id }),
  z.strictObject({ action: z.literal('workflow'), workflow_id: Id }),
  z.strictObject({ action: z.literal('delete') }),
  z.strictObject({ action: z.literal('restore') }),
]);
export type BulkChange = z.output<typeof BulkChange>;
export type BulkAction = BulkChange['action'];

/** What a job does: the change of a selection, or the move of a workflow's contacts to another of its versions. */
export const JobChange = z.discriminatedUnion('action', [
  ...BulkChange.def.options,
  z.strictObject({
    action: z.literal('workflow_move'),
    workflow_id: Id,
    /** Numbers of versions. */
    from: z.int(),
    to: z.int(),
    /** Steps that contacts begin whose own is gone. */
    steps: z.array(z.strictObject({ step: z.string(), to_step: z.string() })),
  }),
]);
export type JobChange = z.output<typeof JobChange>;
