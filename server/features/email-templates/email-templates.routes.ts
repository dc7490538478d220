import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type BroadcastEmail, broadcastEmails } from '#contract/email-templates.contract.ts';
import type { Body, Params, Query } from '#contract/endpoint.ts';
import { cleanLine, cleanText } from '#rules/contacts/contact-name.ts';
import { renderBlocks } from '#rules/emails/render-blocks.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { IncomingFile } from '../../http/bind.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { type Column, named, plain } from '../../resource/columns.ts';
import { createRow, updateRow, updateRows } from '../../resource/resource.service.ts';
import { afterSave, beforeSave, uniqueName, usedBy } from '../../resource/rules.ts';
import { table, type Values } from '../../resource/table.ts';
import { ofUnit, UNIT_NAME } from '../../resource/visibility.ts';
import { addEmailImage } from './email-images.ts';
import { fillTemplate, previewTemplate, requireSound } from './email-templates.service.ts';

/** Cleaned text that is not empty. */
const filled =
  (clean: (text: string) => string, remedy: string): Column =>
  (written, { field }) => {
    const text = clean(String(written));
    if (text === '') throw refuseField(field, remedy);
    return text;
  };

const visibility = ofUnit();

const TEMPLATES = table({
  name: 'email_templates',
  title: 'name',
  columns: {
    name: named,
    subject: filled(cleanLine, 'Enter a subject.'),
    format: plain,
    body: filled(cleanText, 'Enter the text of the e-mail.'),
    blocks: plain,
    active: plain,
  },
  select: () => sql`r.id, r.name, r.subject, r.format, r.body, r.blocks, r.active, r.business_unit_id`,
  order: () => sql`lower(r.name), r.id`,
  search: ['name', 'subject', 'body'],
  file: { Name: 'name', Subject: 'subject', Format: 'format', Text: 'body', Active: 'active', For: UNIT_NAME },
  visibility: {
    ...visibility,
    offered: (identity) => sql`r.active and ${(visibility.offered ?? visibility.seen)(identity)}`,
  },
  rules: [
    uniqueName('name'),
    usedBy({
      rows: (id) => sql`select from campaign_triggers where ${id}::bigint = any(all_email_ids)`,
      one: 'campaign trigger',
      many: 'campaign triggers',
    }),
    beforeSave((_write, { values, changes }) => {
      const { subject, body, format = 'text', blocks = null } = values as Written;
      const isWritten = ['subject', 'body', 'format', 'blocks'].some((column) => column in changes);
      if (isWritten) requireSound({ subject, body, format, blocks });
      return Promise.resolve();
    }),
    afterSave((_write, { before, after }) => {
      requireRendered(before as Written | null, after as unknown as Written);
      return Promise.resolve(null);
    }),
  ],
});

type Written = Partial<BroadcastEmail> & { readonly subject: string; readonly body: string };

/** The HTML of blocks is ours, whatever is sent beside them. */
function withRendered(body: Values): Values {
  const blocks = body['blocks'] as BroadcastEmail['blocks'] | undefined;
  // A body must not be empty: the check of the blocks says what is missing.
  return blocks == null ? body : { ...body, format: 'html', body: renderBlocks(blocks) || '<p></p>' };
}

/** @throws {Refusal} where the blocks and the HTML of a template would differ, or a written one would get blocks. */
function requireRendered(before: Written | null, { blocks = null, body, format }: Written): void {
  if (blocks === null) return;
  if (before !== null && before.blocks === null)
    throw refuseField('blocks', "A template that was written can't be turned into blocks. Add a new one.");
  if (format !== 'html' || body !== cleanText(renderBlocks(blocks)))
    throw refuseField('body', 'This template is made of blocks. Change them, or convert it to HTML first.');
}

export const emailTemplatesRoutes = (app: FastifyInstance, deps: Deps): void =>
  bindResource(app, deps, broadcastEmails, TEMPLATES, {
    create: async (call) => ({
      data: await createRow(deps, call, broadcastEmails, TEMPLATES, withRendered(call.body as Values)),
    }),
    update: async (call) => {
      const { id } = call.params as Params<typeof broadcastEmails.update>;
      const body = withRendered((call.body ?? {}) as Values);
      return { data: await updateRow(deps, call, broadcastEmails, TEMPLATES, { id, body }) };
    },
    uploadImage: async (call) => ({ data: await addEmailImage(deps, call, call.file as IncomingFile) }),
    bulkUpdate: async (call) => {
      const { ids, active } = call.body as Body<typeof broadcastEmails.bulkUpdate>;
      return { data: await updateRows(deps, call, broadcastEmails, TEMPLATES, { ids, body: { active } }) };
    },
    preview: (call) => previewTemplate(deps, call.identity, call.body as Body<typeof broadcastEmails.preview>),
    fill: async (call) => {
      const { id: contactId } = call.params as Params<typeof broadcastEmails.fill>;
      const { email_id: emailId } = call.query as Query<typeof broadcastEmails.fill>;
      return { data: await fillTemplate(deps, call.identity, TEMPLATES, { contactId, emailId }) };
    },
  });
