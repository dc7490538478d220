import { sql } from 'kysely';
import type { TRIGGER_PLACES, TriggerType } from '#contract/campaign-triggers.contract.ts';
import { cleanLine, cleanText } from '#rules/contacts/contact-name.ts';
import type { Identity } from '../../identity.ts';
import { Refusal } from '../../errors.ts';
import { type Column, line, named, plain } from '../../resource/columns.ts';
import { beforeRemove, countOf, uniqueName, usedBy } from '../../resource/rules.ts';
import { type Sql, type Stored, type Table, table, type Write } from '../../resource/table.ts';
import { ofUnit, UNIT_NAME } from '../../resource/visibility.ts';
import { TRIGGER_RULES } from './trigger-rules.ts';

const tags: Column = (written) => [...new Set((written as string[]).map(cleanLine).filter(Boolean))];
const words: Column = (written) => cleanText(String(written));

const units = ofUnit();

/** A row as the contract has it. */
const shape = ({ file_name: name, file_type: type, file_bytes: bytes, ...row }: Stored): Stored => ({
  ...row,
  file: name === null ? null : { name, type, bytes },
});

/** `global` chooses between the account and the user's own business unit, unless a unit is named. */
async function placeOf(write: Write) {
  const { body, identity } = write;
  const isNamed = body['business_unit_id'] !== undefined && body['business_unit_id'] !== null;
  if (isNamed || body['global'] !== false) return units.place(write);
  return { business_unit_id: identity.businessUnitId };
}

export const TRIGGERS: Table = table({
  name: 'campaign_triggers',
  title: 'name',
  columns: {
    name: named,
    description: words,
    tags,
    body: words,
    trigger_type: plain,
    category: line,
    trigger: plain,
    enabled: plain,
    compliant: plain,
    auto_trigger: plain,
    show_on_bulk: plain,
    show_on_conversation: plain,
    show_on_event: plain,
    recurrence: plain,
    inactive_days: plain,
    step_delays: plain,
    start_imported: plain,
    all_email_ids: plain,
    all_sms_trigger_ids: plain,
    corporation_ids: plain,
    file_key: plain,
    file_name: plain,
    file_type: plain,
    file_bytes: plain,
  },
  select: () => sql`r.id, r.name, r.description, r.tags, r.body, r.trigger_type, r.category, r.trigger, r.enabled,
    r.compliant, r.business_unit_id is null as global, r.auto_trigger, r.show_on_bulk, r.show_on_conversation,
    r.show_on_event, r.recurrence, r.inactive_days, r.step_delays, r.start_imported, r.all_email_ids, r.all_sms_trigger_ids, r.corporation_ids, r.business_unit_id, r.file_name, r.file_type,
    r.file_bytes`,
  shape,
  order: () => sql`lower(r.name), r.id`,
  search: ['name', 'description', 'category', 'body'],
  lock: 'no key update',
  file: {
    Name: 'name',
    Description: 'description',
    Type: 'trigger_type',
    Category: 'category',
    Occasion: 'trigger',
    Text: 'body',
    Tags: 'tags',
    Enabled: 'enabled',
    'Approved for marketing': 'compliant',
    For: UNIT_NAME,
  },
  visibility: { ...units, place: placeOf },
  rules: [
    uniqueName('name'),
    TRIGGER_RULES,
    usedBy({
      rows: (id) => sql`select from campaign_triggers where ${id}::bigint = any(all_sms_trigger_ids)`,
      one: 'campaign trigger',
      many: 'campaign triggers',
    }),
    beforeRemove(async ({ tx }, { id }) => {
      const running = countOf(
        (trigger) =>
          sql`select from sequence_enrollments where trigger_id = ${trigger} and status in ('waiting', 'held')`,
      );
      if ((await running(tx, id)) === 0) return;
      throw new Refusal('conflict', 'Contacts are in the sequence of this campaign trigger. Stop them first.');
    }),
  ],
});

type TriggerPlace = (typeof TRIGGER_PLACES)[number];

/** The triggers of a type that a user may use, at one place or at any. */
export const usableBy = (identity: Identity, type: TriggerType, place: TriggerPlace | undefined): Table => {
  const shownOn: Readonly<Record<TriggerPlace, Sql>> = {
    bulk: sql`r.show_on_bulk`,
    conversation: sql`r.show_on_conversation`,
    event: sql`r.show_on_event`,
  };
  const where =
    place === undefined ? sql`(r.show_on_bulk or r.show_on_conversation or r.show_on_event)` : shownOn[place];
  const offered = (units.offered ?? units.seen)(identity);
  const condition = sql`r.enabled and r.compliant and r.trigger_type = ${type} and ${where} and ${offered}`;
  return { ...TRIGGERS, visibility: { ...TRIGGERS.visibility, offered: () => condition } };
};
