import { MailPlus } from 'lucide-react';
import { broadcastEmails, type BroadcastEmail, MAX_TEMPLATE_BODY } from '#contract/email-templates.contract.ts';
import { SUBJECT_MAX } from '#contract/timeline/emails.contract.ts';
import { STARTER_EMAIL } from '#rules/emails/edit-blocks.ts';
import { renderBlocks } from '#rules/emails/render-blocks.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { useUnits } from '../_base/use-units.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { ListPage } from '../_resource/ListPage.tsx';
import { BulkTemplates } from './BulkTemplates.tsx';
import { TemplateBody } from './TemplateBody.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import './email-templates.css';

const NEW_TEMPLATE = {
  format: 'html',
  blocks: STARTER_EMAIL,
  body: renderBlocks(STARTER_EMAIL),
  active: true,
} as const;

/** E-mails written once, for agents to use. */
export function EmailTemplatesPage() {
  const { units, forUnit } = useUnits();
  return (
    <ListPage
      of={broadcastEmails}
      icon={MailPlus}
      about="Write an e-mail once, and agents can use it for their contacts."
      searched="Name, subject, text"
      nameOf={({ name }) => name}
      bar={<BulkTemplates />}
      columns={[
        { head: 'Name', cell: ({ name }) => name, sortBy: 'name', narrow: 'title' },
        { head: 'Subject', cell: ({ subject }) => subject, sortBy: 'subject', narrow: 'sub' },
        {
          head: 'Status',
          cell: ({ active }) => (active ? 'Active' : 'Off'),
          sortBy: 'active',
          narrow: 'aside',
          width: '6em',
        },
        { ...forUnit, narrow: 'none' },
      ]}
      actions={(template) => <ActiveButton template={template} />}
      alsoShown={[broadcastEmails.choices]}
      values={(template) => template ?? NEW_TEMPLATE}
      fields={({ text, pick, area, check, live }, template) => (
        <>
          {text('name', 'Name', { maxLength: 120 })}
          {template === null && units.length > 1 ? pick('business_unit_id', 'For', units, 'Entire account') : null}
          <div className="whole">{text('subject', 'Subject', { maxLength: SUBJECT_MAX })}</div>
          {live((draft, write, errorOf) => (
            <TemplateBody draft={draft} write={write} errorOf={errorOf} isNew={template === null}>
              {area('body', 'Message', { maxLength: MAX_TEMPLATE_BODY, rows: 10 })}
            </TemplateBody>
          ))}
          {check('active', 'Active: agents can use it')}
          {live(({ subject = '', body = '', format = 'text', blocks = null }) => (
            <TemplatePreview subject={subject} body={body} format={format} blocks={blocks} isNew={template === null} />
          ))}
        </>
      )}
    />
  );
}

function ActiveButton({ template }: { template: BroadcastEmail }) {
  const { toasts } = useApp();
  const { id, name, active } = template;
  const { submit, state } = useSubmit(broadcastEmails.update, {
    invalidates: [broadcastEmails.list, broadcastEmails.read, broadcastEmails.choices],
    onDone: () => toasts.show({ tone: 'good', text: `${name} is ${active ? 'off' : 'active'}` }),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  return (
    <Button
      size="small"
      busy={state === 'submitting'}
      aria-label={`Turn ${active ? 'off' : 'on'} ${name}`}
      onClick={() => submit({ params: { id }, body: { active: !active } })}
    >
      {active ? 'Turn off' : 'Turn on'}
    </Button>
  );
}
