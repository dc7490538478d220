import type { CampaignTrigger } from '#contract/campaign-triggers.contract.ts';
import type { SequenceContent } from '#contract/sequences.contract.ts';
import type { Tx } from '../../db/tx.ts';

/** A trigger, as far as its sequence needs it. */
export interface TriggerRow
  extends Pick<
    CampaignTrigger,
    'id' | 'name' | 'body' | 'trigger_type' | 'trigger' | 'recurrence' | 'all_email_ids' | 'all_sms_trigger_ids'
  > {
  readonly business_unit_id: number | null;
  readonly enabled: boolean;
  readonly compliant: boolean;
  /** `null`: it doesn't start on its own. */
  readonly live_since: Date | null;
}

export async function findTrigger(tx: Tx, id: number): Promise<TriggerRow | null> {
  const [row] = await tx.raw<TriggerRow>(
    `select id, name, body, trigger_type, trigger, recurrence, all_email_ids, all_sms_trigger_ids, business_unit_id, enabled,
       compliant, live_since
     from campaign_triggers where id = $1`,
    [id],
  );
  return row ?? null;
}

type Part = SequenceContent['parts'][number];

/** What a trigger sends as it is now: its own text and those that follow it, or its active e-mail templates. */
export async function contentOf(tx: Tx, trigger: TriggerRow): Promise<SequenceContent> {
  const { name, trigger_type: channel, recurrence, body } = trigger;
  const parts =
    channel === 'email'
      ? await tx.raw<Part>(
          `select 'none' as recurrence, e.subject, e.body, e.format
           from unnest($1::bigint[]) with ordinality named(id, place) join email_templates e on e.id = named.id
           where e.active order by named.place`,
          [trigger.all_email_ids],
        )
      : await tx.raw<Part>(
          `select t.recurrence, '' as subject, t.body, 'text' as format
           from unnest($1::bigint[]) with ordinality named(id, place) join campaign_triggers t on t.id = named.id
           where t.enabled and t.compliant and t.body <> '' order by named.place`,
          [trigger.all_sms_trigger_ids],
        );
  const own: Part[] = channel === 'email' ? [] : [{ recurrence: 'none', subject: '', body, format: 'text' }];
  return { name, channel, recurrence, parts: [...own, ...parts] };
}

export interface Version {
  readonly id: number;
  readonly number: number;
  readonly content: SequenceContent;
}

/** The version of a trigger's present content: the last one if it is the same, or a new one. The trigger is locked. */
export async function pinVersion(tx: Tx, trigger: TriggerRow): Promise<Version> {
  await tx.raw('select from campaign_triggers where id = $1 for no key update', [trigger.id]);
  const content = JSON.stringify(await contentOf(tx, trigger));
  const [pinned] = await tx.raw<Version>(
    `with last as (
       select id, number, content from trigger_versions where trigger_id = $1 order by number desc limit 1
     ), made as (
       insert into trigger_versions (account_id, trigger_id, number, content)
       select app_account_id(), $1, coalesce((select number from last), 0) + 1, $2::jsonb
       where not exists (select from last where content = $2::jsonb) returning id, number, content
     )
     select id, number, content from made union all select id, number, content from last where content = $2::jsonb`,
    [trigger.id, content],
  );
  if (pinned === undefined) throw new Error('the content of a trigger has no version');
  return pinned;
}

export async function findVersion(tx: Tx, id: number): Promise<Version> {
  const [row] = await tx.raw<Version>('select id, number, content from trigger_versions where id = $1', [id]);
  if (row === undefined) throw new Error('a version of a trigger is gone');
  return row;
}
