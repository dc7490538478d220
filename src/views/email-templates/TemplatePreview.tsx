import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { broadcastEmails, type TemplateFormat } from '#contract/email-templates.contract.ts';
import type { EmailDocument } from '#contract/email-templates/blocks.contract.ts';
import { lintBlocks } from '#rules/emails/lint-blocks.ts';
import { lintTemplate } from '#rules/messages/lint-template.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { ContactSearch } from '../contacts/list/ContactSearch.tsx';
import { SimpleHtml } from './SimpleHtml.tsx';
import { TemplateNotes } from './TemplateNotes.tsx';

/** Milliseconds without typing until the preview is loaded again. Ours. */
const SETTLES_MS = 400;

interface TemplatePreviewProps {
  subject: string;
  body: string;
  format: TemplateFormat;
  /** What the body is rendered from; `null`: it was written. */
  blocks?: EmailDocument | null;
  /** A new template that no one has touched lacks everything, which is no fault yet. */
  isNew?: boolean;
}

const WIDTHS = [
  { key: 'desktop', label: 'Desktop', icon: Monitor },
  { key: 'phone', label: 'Phone', icon: Smartphone },
] as const;

/** Findings about a template, and the e-mail that a contact would get. */
export function TemplatePreview({ subject, body, format, blocks = null, isNew = false }: TemplatePreviewProps) {
  const [width, setWidth] = useState<'desktop' | 'phone'>('desktop');
  const [contactId, setContactId] = useState<number | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const isBlank = `${subject}${body}`.trim() === '';
  const args = { body: { subject, body, format, blocks, ...(contactId !== null && { contact_id: contactId }) } };
  const [first] = useState(() => JSON.stringify(args));
  const [opened] = useState({ subject, body, format, blocks });
  const isUntouched = isNew && JSON.stringify({ subject, body, format, blocks }) === JSON.stringify(opened);
  const preview = useResource(broadcastEmails.preview, isBlank ? null : args, {
    settlesAfter: JSON.stringify(args) === first ? 0 : SETTLES_MS,
  });
  const found = preview.data?.data ?? null;
  const typed = isBlank
    ? []
    : blocks === null
      ? lintTemplate({ channel: 'email', subject, body, format })
      : lintBlocks(subject, blocks);
  return (
    <div className="template-side whole">
      <TemplateNotes notes={isUntouched ? [] : preview.isEarlier || found === null ? typed : found.notes} />
      <section className="template-preview whole" aria-label="Preview">
        <header className="row">
          <h3 className="grow">
            Preview{found?.contact ? ` for ${found.contact.name || 'a contact without a name'}` : ''}
          </h3>
          {format === 'html'
            ? WIDTHS.map(({ key, label, icon }) => (
                <Button
                  key={key}
                  size="small"
                  look="plain"
                  icon={icon}
                  aria-pressed={width === key}
                  onClick={() => setWidth(key)}
                >
                  {label}
                </Button>
              ))
            : null}
          <Button size="small" look="plain" onClick={() => setChoosing(!isChoosing)} aria-expanded={isChoosing}>
            Change contact
          </Button>
        </header>
        {isChoosing ? (
          <ContactSearch
            label="Preview for"
            placeholder="Name, phone or e-mail"
            takesFocus
            onChosen={(chosen) => {
              setContactId(chosen.id);
              setChoosing(false);
            }}
          />
        ) : null}
        {isBlank ? (
          <p className="quiet">Enter a subject and a message to see the preview.</p>
        ) : preview.pending ? (
          <SkeletonLines lines={3} label="Loading preview" />
        ) : found === null ? (
          <p className="quiet" role="alert">
            Couldn't load the preview. {preview.error?.message} <Button onClick={preview.reload}>Try again</Button>
          </p>
        ) : found.email === null ? (
          <p className="quiet">Correct the merge fields to see the preview.</p>
        ) : (
          <>
            <p className="med">{found.email.subject}</p>
            {found.email.html === null ? (
              <p className="template-text">{found.email.text}</p>
            ) : (
              <div className={classes('template-paper', width === 'phone' && 'is-phone')}>
                <SimpleHtml html={found.email.html} />
              </div>
            )}
          </>
        )}
      </section>
    </div>
  );
}
