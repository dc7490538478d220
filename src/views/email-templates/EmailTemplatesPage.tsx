import { MailPlus } from 'lucide-react';
import {
  broadcastEmails,
  type BroadcastEmail,
  MAX_TEMPLATE_BODY,
  TEMPLATE_FORMATS,
} from '#contract/email-templates.contract.ts';
import { SUBJECT_MAX } from '#contract/timeline/emails.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { useUnits } from '../_base/use-units.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { ListPage } from '../_resource/ListPage.tsx';
import { BulkTemplates } from './BulkTemplates.tsx';
import { MergeFieldChoice } from './MergeFieldChoice.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import './email-templates.css';

const FORMAT_LABELS = { text: 'Plain text', html: 'HTML' } as const;
const FORMATS = TEMPLATE_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }));

const NEW_TEMPLATE = { format: 'text', active: true } as const;

const HTML_HINT = 'HTML keeps paragraphs, lists, bold, italics, links and images. Everything else is removed.';

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
      fields={({ text, choice, pick, area, check, live }, template) => (
        <>
          {text('name', 'Name', { maxLength: 120 })}
          {choice('format', 'Format', FORMATS)}
          {template === null && units.length > 1 ? pick('business_unit_id', 'For', units, 'Entire account') : null}
          <div className="whole">{text('subject', 'Subject', { maxLength: SUBJECT_MAX })}</div>
          {area('body', 'Message', { maxLength: MAX_TEMPLATE_BODY, rows: 10 })}
          {live(({ body = '', format = 'text' }, write) => (
            <div className="whole">
              {format === 'html' ? <p className="meta quiet">{HTML_HINT}</p> : null}
              <MergeFieldChoice field="body" text={body} onWrite={(next) => write('body', next)} />
            </div>
          ))}
          {check('active', 'Active: agents can use it')}
          {live(({ subject = '', body = '', format = 'text' }) => (
            <TemplatePreview subject={subject} body={body} format={format} />
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
