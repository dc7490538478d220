import * as z from 'zod/mini';
import { Id, Instant, PathId } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';
import { FILE_TYPES } from './files.contract.ts';
import { type About, changed, created, listed, paged, removed, resource, shown, withFile } from './resource.ts';

// ---- schemas ---------------------------------------------------------------

export const TRIGGER_TYPES = ['email', 'sms'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];

/** Occasions for a campaign. Ours: the specification names the field and not its values. */
export const TRIGGER_OCCASIONS = [
  'manual',
  'contact_added',
  'birthday',
  'policy_anniversary',
  'policy_expiring',
  'appointment_booked',
  'status_changed',
  'tag_added',
  'no_contact',
] as const;
export const RECURRENCES = ['none', 'daily', 'weekly', 'monthly', 'yearly'] as const;

/** Days without contact that start a trigger of inactivity, at most. Ours: ten years. */
export const MAX_INACTIVE_DAYS = 3_650;
/** Steps that may have a delay of their own. Ours: a trigger and all that may follow it. */
const MAX_STEPS = 51;
/** The wait before a step: hours, days, weeks or months as an ISO 8601 duration. Empty: the pace of `recurrence`. */
const StepDelay = z.string().check(z.regex(/^$|^(PT[1-9]\d{0,2}H|P[1-9]\d{0,2}[DWM])$/, 'Use a delay from 1 to 999.'));

/** Places where an agent chooses a trigger. */
export const TRIGGER_PLACES = ['bulk', 'conversation', 'event'] as const;

/** Types of a trigger's file: carriers take pictures, and e-mail a PDF, too. */
export const TRIGGER_FILE_TYPES = ['png', 'jpg', 'gif', 'pdf'] as const;
/** Bytes of a trigger's file at most. Source: Twilio, media of a message. */
export const MAX_TRIGGER_FILE_BYTES = 5 * 1024 * 1024;
/** Characters of a text at most. Source: Twilio. */
export const MAX_TRIGGER_BODY = 1_600;

const MAX_IDS = 50;

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));
const ids = z.array(Id).check(z.maxLength(MAX_IDS, `Choose at most ${MAX_IDS}.`));

const Fields = z.object({
  name: text(120).check(z.minLength(1, 'Enter a name.')),
  description: text(500),
  /** Labels to find triggers by. Of statuses and tags, those named here start the trigger; without labels, all do. */
  tags: z.array(text(40).check(z.minLength(1, 'Enter a tag.'))).check(z.maxLength(20, 'Use at most 20 tags.')),
  /** Text of an SMS trigger, with merge fields. */
  body: text(MAX_TRIGGER_BODY),
  trigger_type: z.enum(TRIGGER_TYPES),
  category: text(80),
  trigger: z.enum(TRIGGER_OCCASIONS),
  enabled: z.boolean(),
  /** Approved for marketing. An SMS trigger must say how to opt out. */
  compliant: z.boolean(),
  /** Of the whole account. Set once. */
  global: z.boolean(),
  auto_trigger: z.boolean(),
  show_on_bulk: z.boolean(),
  show_on_conversation: z.boolean(),
  show_on_event: z.boolean(),
  recurrence: z.enum(RECURRENCES),
  /** Of `no_contact`: days since the last contact in either direction, or since a contact was added. */
  inactive_days: z.int().check(z.minimum(1), z.maximum(MAX_INACTIVE_DAYS, `Use at most ${MAX_INACTIVE_DAYS} days.`)),
  /** Waits before the steps in their order, the first one after its occasion. A step without one follows the recurrence. */
  step_delays: z.array(StepDelay).check(z.maxLength(MAX_STEPS)),
  /** Contacts that an import adds start a trigger of `contact_added`, too. */
  start_imported: z.boolean(),
  /** E-mail templates of an e-mail trigger, in their order. */
  all_email_ids: ids,
  /** The sponsors of the campaign. */
  corporation_ids: ids,
  /** SMS triggers that follow this one, in their order. */
  all_sms_trigger_ids: ids,
});

export const CampaignTrigger = z.extend(Fields, {
  id: Id,
  /** `null`: global. */
  business_unit_id: z.nullable(Id),
  file: z.nullable(z.object({ name: z.string(), type: z.enum(FILE_TYPES), bytes: z.int() })),
});
export type CampaignTrigger = z.output<typeof CampaignTrigger>;

const Change = z.extend(z.strictObject(z.partial(Fields).shape), {
  /** Removes the file. */
  remove_file: z.optional(z.boolean()),
});
const NewCampaignTrigger = z.extend(z.strictObject(z.partial(Fields).shape), {
  name: Fields.shape.name,
  trigger_type: Fields.shape.trigger_type,
  /** Set once. */
  business_unit_id: z.optional(z.nullable(Id)),
});

// ---- endpoints -------------------------------------------------------------

const UPLOAD = { field: 'file', maxBytes: MAX_TRIGGER_FILE_BYTES, required: false } as const;

const usable = (type: TriggerType, label: string) =>
  listed(CampaignTrigger, {
    name: type === 'email' ? 'listEmailCampaignTriggers' : 'listSmsCampaignTriggers',
    path: `/v1/contacts/${type}_campaign_triggers`,
    summary: `List the ${label} triggers that the current user may use: enabled, compliant, and shown somewhere`,
    access: 'contacts.write',
    query: z.strictObject({
      /** Absent: shown at any place. */
      show_on: z.optional(z.enum(TRIGGER_PLACES)),
    }),
  });

/** Not among the 404 specified calls. */
const fileRead = ({ path, access }: About) =>
  endpoint({
    name: 'readCampaignTriggerFile',
    method: 'GET',
    path: `${path}/:id/read_file`,
    summary: "Show an address of a campaign trigger's file that needs no session, for some minutes",
    effect: 'read',
    access: access.read,
    idempotent: false,
    rate: 'read',
    audit: null,
    params: z.strictObject({ id: PathId }),
    reply: z.object({ data: z.object({ url: z.string(), expires_at: Instant }) }),
  });

export const campaignTriggers = resource(
  {
    path: '/v1/admin/campaign_triggers',
    one: 'CampaignTrigger',
    many: 'CampaignTriggers',
    label: { one: 'campaign trigger', many: 'campaign triggers' },
    subject: 'campaign_trigger',
    access: { read: 'reference.manage', write: 'reference.manage' },
  },
  {
    ...withFile(
      paged(CampaignTrigger, {
        order: ['name', 'trigger_type', 'category', 'trigger', 'enabled'],
        filter: { trigger_type: z.optional(z.enum(TRIGGER_TYPES)), business_unit_id: z.optional(PathId) },
      }),
    ),
    read: shown(CampaignTrigger),
    create: created(CampaignTrigger, NewCampaignTrigger, { upload: UPLOAD, rate: 'upload' }),
    update: changed(CampaignTrigger, Change, { upload: UPLOAD, rate: 'upload' }),
    remove: removed(),
    emailChoices: usable('email', 'e-mail'),
    smsChoices: usable('sms', 'SMS'),
    readFile: fileRead,
  },
);
