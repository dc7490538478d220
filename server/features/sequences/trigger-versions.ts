import type { CampaignTrigger } from '#contract/campaign-triggers.contract.ts';
import type { SequenceContent } from '#contract/sequences.contract.ts';
import type { Tx } from '../../db/tx.ts';
import { holdCampaignFiles } from '../campaign-triggers/campaign-files.ts';

/** A trigger, as far as its sequence needs it. */
export interface TriggerRow
  extends Pick<
    CampaignTrigger,
    | 'id'
    | 'name'
    | 'body'
    | 'trigger_type'
    | 'trigger'
    | 'recurrence'
    | 'all_email_ids'
    | 'all_sms_trigger_ids'
    | 'inactive_days'
    | 'step_delays'
  > {
  readonly business_unit_id: number | null;
  readonly enabled: boolean;
  readonly compliant: boolean;
  /** `null`: it doesn't start on its own. */
  readonly live_since: Date | null;
}

export async function findTrigger(tx: Tx, id: number): Promise<TriggerRow | null> {
  const [row] = await tx.raw<TriggerRow>(
    `select id, name, body, trigger_type, trigger, recurrence, all_email_ids, all_sms_trigger_ids, inactive_days, step_delays,
       business_unit_id, enabled, compliant, live_since
     from campaign_triggers where id = $1`,
    [id],
  );
  return row ?? null;
}

type Part = SequenceContent['parts'][number];

/** Of the aliases `f` and `t`. */
const FILE = `case when f.id is not null then jsonb_build_object('id', f.id, 'name', f.name) end`;

const filesOf = ({ parts }: SequenceContent): number[] => [...new Set(parts.flatMap(({ file }) => file?.id ?? []))];

/**
 * What a trigger sends as it is now: its own text and those that follow it, or its active e-mail templates. A delay belongs to a
 * place in the form: one that is left out takes its delay along. A text has the file of its own trigger; the first e-mail has that
 * of the trigger.
 */
export async function contentOf(tx: Tx, trigger: TriggerRow): Promise<SequenceContent> {
  const { name, trigger_type: channel, recurrence, body, step_delays: delays } = trigger;
  type Named = Omit<Part, 'file'> & { readonly place: number; readonly file: Part['file'] | null };
  const found =
    channel === 'email'
      ? await tx.raw<Named>(
          `select named.place::int, 'none' as recurrence, e.subject, e.body, e.format, null as file
           from unnest($1::bigint[]) with ordinality named(id, place) join email_templates e on e.id = named.id
           where e.active order by named.place`,
          [trigger.all_email_ids],
        )
      : await tx.raw<Named>(
          `select named.place::int + 1 as place, t.recurrence, '' as subject, t.body, 'text' as format, ${FILE} as file
           from unnest($1::bigint[]) with ordinality named(id, place) join campaign_triggers t on t.id = named.id
           left join campaign_files f on f.file_key = t.file_key
           where t.enabled and t.compliant and t.body <> '' order by named.place`,
          [trigger.all_sms_trigger_ids],
        );
  const [carried] = await tx.raw<Pick<Named, 'file'>>(
    `select ${FILE} as file from campaign_triggers t join campaign_files f on f.file_key = t.file_key where t.id = $1`,
    [trigger.id],
  );
  const ownFile = carried?.file ?? null;
  const own: Named[] =
    channel === 'email' ? [] : [{ place: 1, recurrence: 'none', subject: '', body, format: 'text', file: ownFile }];
  const parts = [...own, ...found].map(({ place, file: its, ...part }, index): Part => {
    const delay = delays[place - 1] ?? '';
    const file = channel === 'email' && index === 0 ? ownFile : its;
    return { ...part, ...(delay !== '' && { delay }), ...(file !== null && file !== undefined && { file }) };
  });
  return { name, channel, recurrence, parts };
}

export interface Version {
  readonly id: number;
  readonly number: number;
  readonly content: SequenceContent;
}

/** The version of a trigger's present content: the last one if it is the same, or a new one. The trigger is locked. */
export async function pinVersion(tx: Tx, trigger: TriggerRow): Promise<Version> {
  await tx.raw('select from campaign_triggers where id = $1 for no key update', [trigger.id]);
  const present = await contentOf(tx, trigger);
  const fileIds = filesOf(present);
  // A file was replaced since it was read: the next reading has the new one.
  if (!(await holdCampaignFiles(tx, fileIds))) return pinVersion(tx, trigger);
  const content = JSON.stringify(present);
  const [pinned] = await tx.raw<Version>(
    `with last as (
       select id, number, content from trigger_versions where trigger_id = $1 order by number desc limit 1
     ), made as (
       insert into trigger_versions (account_id, trigger_id, number, content, file_ids)
       select app_account_id(), $1, coalesce((select number from last), 0) + 1, $2::jsonb, $3::bigint[]
       where not exists (select from last where content = $2::jsonb) returning id, number, content
     )
     select id, number, content from made union all select id, number, content from last where content = $2::jsonb`,
    [trigger.id, content, fileIds],
  );
  if (pinned === undefined) throw new Error('the content of a trigger has no version');
  return pinned;
}

export async function findVersion(tx: Tx, id: number): Promise<Version> {
  const [row] = await tx.raw<Version>('select id, number, content from trigger_versions where id = $1', [id]);
  if (row === undefined) throw new Error('a version of a trigger is gone');
  return row;
}
