import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type BroadcastEmail, broadcastEmails } from '#contract/email-templates.contract.ts';
import type { Body, Params, Query } from '#contract/endpoint.ts';
import { cleanLine, cleanText } from '#rules/contacts/contact-name.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { type Column, named, plain } from '../../resource/columns.ts';
import { updateRows } from '../../resource/resource.service.ts';
import { beforeSave, countOf, uniqueName, usedBy } from '../../resource/rules.ts';
import { table } from '../../resource/table.ts';
import { ofUnit } from '../../resource/visibility.ts';
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
    active: plain,
  },
  select: () => sql`r.id, r.name, r.subject, r.format, r.body, r.active, r.business_unit_id`,
  order: () => sql`lower(r.name), r.id`,
  search: ['name', 'subject', 'body'],
  visibility: {
    ...visibility,
    offered: (identity) => sql`r.active and ${(visibility.offered ?? visibility.seen)(identity)}`,
  },
  rules: [
    uniqueName('name'),
    usedBy({
      count: countOf((id) => sql`select from campaign_triggers where ${id}::bigint = any(all_email_ids)`),
      one: 'campaign trigger',
      many: 'campaign triggers',
    }),
    beforeSave((_write, { values, changes }) => {
      const { subject, body, format = 'text' } = values as Partial<BroadcastEmail> & { subject: string; body: string };
      const isWritten = ['subject', 'body', 'format'].some((column) => column in changes);
      if (isWritten) requireSound({ subject, body, format });
      return Promise.resolve();
    }),
  ],
});

export const emailTemplatesRoutes = (app: FastifyInstance, deps: Deps): void =>
  bindResource(app, deps, broadcastEmails, TEMPLATES, {
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
