import { type RawBuilder, sql } from 'kysely';
import type { CampaignTrigger } from '#contract/campaign-triggers.contract.ts';
import { lintTemplate, saysHowToStop } from '#rules/messages/lint-template.ts';
import { mmsFault } from '#rules/messages/mms.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { readMergeText } from '../../merge-text.ts';
import type { Next, Rule, Write } from '../../resource/table.ts';
import { ofUnit } from '../../resource/visibility.ts';
import { lockCorporations } from '../corporations/known-corporations.ts';

type File = NonNullable<CampaignTrigger['file']>;
type Draft = Partial<CampaignTrigger> &
  Pick<CampaignTrigger, 'trigger_type'> & {
    readonly file_type?: File['type'] | null;
    readonly file_bytes?: File['bytes'] | null;
  };

const NO_OPT_OUT = 'The text needs opt-out wording first, such as “Reply STOP to opt out.”';

/** @throws {Refusal} `refused` by field. */
export function requireSoundTrigger({ trigger_type: type, body = '', all_email_ids: emails = [], ...draft }: Draft) {
  if (type === 'email') {
    if (draft.enabled === true && emails.length === 0)
      throw refuseField('enabled', 'Choose an e-mail template before you enable the trigger.');
    return;
  }
  const { file_type: fileType = null, file_bytes: bytes = null } = draft;
  const undelivered = fileType === null || bytes === null ? null : mmsFault({ type: fileType, bytes });
  if (undelivered !== null) throw refuseField('file', undelivered);
  const notes = lintTemplate({ channel: 'text', subject: '', body, format: 'text' });
  const fault = notes.find(({ severity }) => severity === 'error')?.message ?? readMergeText(body, 'text').faults[0];
  if (fault !== undefined) throw refuseField('body', fault);
  if (draft.enabled === true && body === '')
    throw refuseField('enabled', 'Enter the text before you enable the trigger.');
  if (draft.compliant === true && !saysHowToStop(body)) throw refuseField('compliant', NO_OPT_OUT);
}

/** Ids of visible rows, locked against removal. */
async function findThere(tx: Tx, rows: RawBuilder<unknown>): Promise<ReadonlySet<number>> {
  const found = await tx.all<{ id: number }>(sql<{ id: number }>`${rows} order by r.id for key share of r`);
  return new Set(found.map(({ id }) => id));
}

async function requireNamed({ tx, identity, body }: Write, { id }: Next): Promise<void> {
  const seen = ofUnit().seen(identity);
  const emails = (body['all_email_ids'] ?? []) as readonly number[];
  if (emails.length > 0) {
    const there = await findThere(tx, sql`select r.id from email_templates r where r.id = any(${emails}) and ${seen}`);
    if (emails.some((one) => !there.has(one))) throw refuseField('all_email_ids', 'E-mail template not found.');
  }
  await lockCorporations(tx, identity, 'corporation_ids', (body['corporation_ids'] ?? []) as readonly number[]);
  const texts = (body['all_sms_trigger_ids'] ?? []) as readonly number[];
  if (texts.includes(id)) throw refuseField('all_sms_trigger_ids', "A trigger can't follow itself.");
  if (texts.length > 0) {
    const there = await findThere(
      tx,
      sql`select r.id from campaign_triggers r where r.id = any(${texts}) and r.trigger_type = 'sms' and ${seen}`,
    );
    if (texts.some((one) => !there.has(one))) throw refuseField('all_sms_trigger_ids', 'SMS trigger not found.');
  }
}

/** Fields that are no columns of their own. @throws {Refusal} `refused` by field. */
function requireFixed({ body }: Write, { id, values }: Next): void {
  const isGlobal = values['business_unit_id'] === null;
  if (body['global'] === undefined || body['global'] === isGlobal) return;
  throw refuseField(
    'global',
    id === 0
      ? 'Only administrators of the account add global triggers.'
      : 'Who a trigger is for is set once. Add a new trigger instead.',
  );
}

export const TRIGGER_RULES: Rule = {
  beforeSave: async (write, next) => {
    requireFixed(write, next);
    requireSoundTrigger(next.values as unknown as Draft);
    await requireNamed(write, next);
  },
  beforeRemove: (_write, { file_key: key }) => {
    if (key === null) return Promise.resolve();
    throw new Refusal('conflict', "This campaign trigger has a file. Remove the file first; it can't be restored.");
  },
};
