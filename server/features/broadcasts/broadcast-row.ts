import type {
  Audience,
  Broadcast,
  BroadcastChannel,
  BroadcastStatus,
  Progress,
  Schedule,
} from '#contract/broadcasts/broadcast.contract.ts';
import type { CampaignTrigger } from '#contract/campaign-triggers.contract.ts';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';
import type { TemplateFormat } from '#contract/email-templates.contract.ts';

/** A broadcast as stored, with the names that it shows. */
export interface BroadcastRow {
  readonly id: number;
  readonly account_id: number;
  readonly user_id: number;
  readonly user_name: string;
  readonly actor_id: number;
  readonly channel: BroadcastChannel;
  readonly name: string;
  readonly status: BroadcastStatus;
  readonly failure: string | null;
  /** Its drugs are sealed. */
  readonly selection: ContactSelection;
  readonly sentence: string;
  readonly subject: string;
  readonly body: string;
  readonly format: TemplateFormat;
  readonly template_id: number | null;
  /** `null`: deleted since. */
  readonly template_name: string | null;
  readonly email_trigger_id: number | null;
  readonly email_trigger_name: string | null;
  readonly campaign_file_id: number | null;
  readonly file: Broadcast['content']['file'];
  readonly schedule: Schedule | null;
  readonly recurrence_trigger_id: number | null;
  readonly recurrence_name: string | null;
  readonly recurrence: CampaignTrigger['recurrence'];
  readonly follows_id: number | null;
  readonly matched: number | null;
  readonly recipients: number | null;
  readonly left_out: Audience['left_out'];
  readonly frozen_at: Date | null;
  readonly progress: Partial<Progress>;
  readonly rate: number;
  readonly told_at: Date | null;
  readonly scheduled_at: Date | null;
  readonly starts_at: Date | null;
  readonly next_at: Date | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

const NOTHING: Progress = {
  waiting: 0,
  sending: 0,
  sent: 0,
  delivered: 0,
  failed: 0,
  held_back: 0,
  stopped: 0,
  replied: 0,
  opted_out: 0,
  segments: 0,
};

const named = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name });

const audienceOf = (row: BroadcastRow): Audience | null =>
  row.frozen_at === null
    ? null
    : {
        matched: row.matched ?? 0,
        left_out: row.left_out,
        recipients: row.recipients ?? 0,
        frozen_at: row.frozen_at.toISOString(),
      };

/** Those who wait when a broadcast is stopped get nothing, without a row of theirs being touched. */
export function progressOf({ status, progress, recipients }: BroadcastRow): Progress {
  const known = { ...NOTHING, ...(progress.waiting === undefined ? { waiting: recipients ?? 0 } : progress) };
  if (status !== 'stopped' && status !== 'failed') return known;
  return { ...known, waiting: 0, stopped: known.stopped + known.waiting };
}

/** The broadcast as the wire has it. */
export const toBroadcast = (row: BroadcastRow): Broadcast => ({
  id: row.id,
  channel: row.channel,
  name: row.name,
  status: row.status,
  failure: row.failure,
  user: { id: row.user_id, name: row.user_name },
  sentence: row.sentence,
  content: {
    subject: row.subject,
    body: row.body,
    format: row.format,
    template: named(row.template_id, row.template_name),
    email_trigger: named(row.email_trigger_id, row.email_trigger_name),
    file: row.file,
  },
  schedule: row.schedule,
  audience: audienceOf(row),
  progress: progressOf(row),
  recurrence:
    row.recurrence_trigger_id === null || row.recurrence === 'none'
      ? null
      : { trigger_id: row.recurrence_trigger_id, name: row.recurrence_name ?? '', every: row.recurrence },
  follows_id: row.follows_id,
  starts_at: row.starts_at?.toISOString() ?? null,
  next_at: row.status === 'sending' ? (row.next_at?.toISOString() ?? null) : null,
  rate: row.status === 'sending' ? row.rate : 0,
  updated_at: row.updated_at.toISOString(),
  created_at: row.created_at.toISOString(),
  started_at: row.started_at?.toISOString() ?? null,
  finished_at: row.finished_at?.toISOString() ?? null,
  version: row.version,
});
