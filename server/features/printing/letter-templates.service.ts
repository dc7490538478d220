import {
  type createLetterTemplate,
  type LetterTemplate,
  MAX_LETTER_TEMPLATES,
  type updateLetterTemplate,
} from '#contract/printing.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { readLetter } from './letter-text.ts';
import {
  changeTemplate,
  countTemplates,
  findTemplates,
  insertTemplate,
  isTaken,
  lockTemplate,
  lockTemplates,
  type TemplateRow,
  type TemplateText,
} from './letter-templates.sql.ts';

const toTemplate = ({ id, name, sender, body, updated_at }: TemplateRow): LetterTemplate => ({
  id,
  name,
  sender,
  body,
  updated_at: updated_at.toISOString(),
});

/** Letters saved by a user, by name. */
export const listTemplates = (deps: Deps, identity: Identity): Promise<LetterTemplate[]> =>
  withAccount(deps.pool, identity, async (tx) => (await findTemplates(tx, identity.userId)).map(toTemplate));

/** @throws {Refusal} `refused` */
function requireSound(text: Pick<TemplateText, 'sender' | 'body'>): void {
  const [fault] = readLetter(text).faults;
  if (fault !== undefined) throw refuseField(fault.field, fault.message);
}

const taken = () => refuseField('name', 'You already have a letter with this name.');

/** @throws {Refusal} `refused` when they keep as many as one may. */
async function requireRoom(tx: Tx, userId: number): Promise<void> {
  await lockTemplates(tx, userId);
  if ((await countTemplates(tx, userId)) < MAX_LETTER_TEMPLATES) return;
  throw refuseField('name', `You've reached the limit of ${MAX_LETTER_TEMPLATES} letters. Delete one first.`);
}

/** @throws {Refusal} `refused` for a name that is taken, a letter with faults, and one too many. */
export function createTemplate(deps: Deps, caller: Caller, text: Body<typeof createLetterTemplate>) {
  const { accountId, userId } = caller.identity;
  requireSound(text);
  return withAccount(deps.pool, caller.identity, async (tx) => {
    await requireRoom(tx, userId);
    const row = await insertTemplate(tx, { accountId, userId, ...text }, deps.now());
    if (row === null) throw taken();
    await audit(tx, caller, 'letter_template.created', row.id);
    return toTemplate(row);
  });
}

/** @throws {Refusal} `not_found`, `refused` for a name that is taken, and for a letter with faults. */
export function updateTemplate(deps: Deps, caller: Caller, id: number, changed: Body<typeof updateLetterTemplate>) {
  return withAccount(deps.pool, caller.identity, async (tx) => {
    const row = await requireTemplate(tx, caller, id, false);
    const { name = row.name, sender = row.sender, body = row.body } = changed;
    requireSound({ sender, body });
    return put(tx, caller, { ...row, name, sender, body, updated_at: deps.now() }, 'letter_template.updated');
  });
}

/** @throws {Refusal} `not_found` */
export function deleteTemplate(deps: Deps, caller: Caller, id: number): Promise<void> {
  return withAccount(deps.pool, caller.identity, async (tx) => {
    const row = await requireTemplate(tx, caller, id, false);
    await changeTemplate(tx, { ...row, deleted_at: deps.now() });
    await audit(tx, caller, 'letter_template.deleted', id);
  });
}

/** @throws {Refusal} `not_found`, `refused` when another one has its name by now, and for one too many. */
export function restoreTemplate(deps: Deps, caller: Caller, id: number) {
  return withAccount(deps.pool, caller.identity, async (tx) => {
    const row = await requireTemplate(tx, caller, id, true);
    if (row.deleted_at === null) return toTemplate(row);
    await requireRoom(tx, caller.identity.userId);
    return put(tx, caller, { ...row, deleted_at: null }, 'letter_template.restored');
  });
}

async function requireTemplate(tx: Tx, { identity }: Caller, id: number, deleted: boolean): Promise<TemplateRow> {
  const row = await lockTemplate(tx, identity.userId, id);
  if (row === null || (row.deleted_at !== null && !deleted)) throw new Refusal('not_found', 'Letter not found.');
  return row;
}

async function put(tx: Tx, caller: Caller, row: TemplateRow, action: string): Promise<LetterTemplate> {
  if (await isTaken(tx, caller.identity.userId, row)) throw taken();
  await audit(tx, caller, action, row.id);
  return toTemplate(await changeTemplate(tx, row));
}

const audit = (tx: Tx, { identity, requestId }: Caller, action: string, subjectId: number): Promise<void> =>
  writeAudit(tx, identity, requestId, { action, subjectType: 'letter_template', subjectId });
