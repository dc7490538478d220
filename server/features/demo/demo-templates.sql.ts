import type { EmailDocument } from '#contract/email-templates/blocks.contract.ts';
import { renderBlocks } from '#rules/emails/render-blocks.ts';
import type { Tx } from '../../db/tx.ts';

const MOVED: EmailDocument = {
  version: 1,
  blocks: [
    { kind: 'heading', id: 1, text: 'We moved', level: 1, align: 'left' },
    {
      kind: 'text',
      id: 2,
      text: 'Hello {{ first_name | default: "neighbor" }},\n\nfrom now on you find us at **500 Congress Ave** in Austin.',
      align: 'left',
    },
    { kind: 'divider', id: 3 },
    {
      kind: 'columns',
      id: 4,
      left: [{ kind: 'text', id: 5, text: '**Parking**\nGarage on 5th Street', align: 'left' }],
      right: [{ kind: 'text', id: 6, text: '**Hours**\nMonday to Friday, 9 to 5', align: 'left' }],
    },
    { kind: 'button', id: 7, label: 'Get directions', href: 'https://example.com/office', align: 'left' },
    { kind: 'signature', id: 8, text: '' },
  ],
};

const TEMPLATES = [
  {
    name: 'Yearly review',
    subject: 'Time for your yearly review, {{ first_name }}',
    body: "Hello {{ first_name }},\n\nIt's time to look at your coverage for the coming year. Which day suits you?\n\n{{ my_name }}\n{{ my_phone }}",
    format: 'text',
    active: true,
    blocks: null,
  },
  {
    name: 'Welcome',
    subject: 'Welcome, {{ first_name }}',
    body: '<p>Hello {{ first_name }},</p><p>Thank you for your trust. <strong>Keep this e-mail</strong>: it has my number.</p><p>{{ my_name }}<br>{{ my_phone }}</p>',
    format: 'html',
    active: true,
    blocks: null,
  },
  {
    name: 'Office moved',
    subject: 'Our new address',
    body: renderBlocks(MOVED),
    format: 'html',
    active: false,
    blocks: MOVED,
  },
] as const;

/** One in plain text, one in HTML, one of blocks. */
export const insertDemoTemplates = (tx: Tx, accountId: number) =>
  tx.raw(
    `insert into email_templates (account_id, name, subject, body, format, active, blocks)
     select $1, name, subject, body, format, active, blocks
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::jsonb[])
       as t(name, subject, body, format, active, blocks)`,
    [
      accountId,
      TEMPLATES.map(({ name }) => name),
      TEMPLATES.map(({ subject }) => subject),
      TEMPLATES.map(({ body }) => body),
      TEMPLATES.map(({ format }) => format),
      TEMPLATES.map(({ active }) => active),
      TEMPLATES.map(({ blocks }) => (blocks === null ? null : JSON.stringify(blocks))),
    ],
  );
