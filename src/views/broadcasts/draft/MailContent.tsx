import { broadcastEmails } from '#contract/email-templates.contract.ts';
import type { Draft, DraftEdits } from '../../../machines/broadcasts/broadcast-context.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { TextArea, TextField } from '../../_kit/controls/TextField.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { MergeFieldChoice } from '../../email-templates/MergeFieldChoice.tsx';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';

interface MailContentProps {
  draft: Draft;
  onEdit: (edits: DraftEdits, isTyped: boolean) => void;
}

/** The e-mail: a template, and the copy of it that is sent. */
export function MailContent({ draft, onEdit }: MailContentProps) {
  const offered = useResource(broadcastEmails.choices, {});
  const templates = offered.data?.data ?? [];
  return (
    <Card title="E-mail" padded>
      <form className="form-grid" aria-label="E-mail" onSubmit={(event) => event.preventDefault()}>
        <div className="whole">
          {offered.pending ? <SkeletonLines lines={1} label="Loading templates" /> : null}
          {offered.error && offered.data === null ? (
            <p role="alert">
              {offered.error.message}{' '}
              <Button size="small" onClick={offered.reload}>
                Try again
              </Button>
            </p>
          ) : null}
          {templates.length > 0 ? (
            <SelectField
              label="Template"
              hint="Changes below don't change the template."
              value={templates.some(({ id }) => id === draft.templateId) ? String(draft.templateId) : ''}
              options={[
                { value: '', label: 'Choose a template' },
                ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                value === '' ? undefined : onEdit({ email_id: Number(value) }, false)
              }
            />
          ) : null}
        </div>
        <div className="whole">
          <TextField
            label="Subject"
            value={draft.subject}
            onChange={({ currentTarget }) => onEdit({ subject: currentTarget.value }, true)}
          />
        </div>
        <div className="whole">
          <TextArea
            label={draft.format === 'html' ? 'Message, in HTML' : 'Message'}
            name="body"
            rows={12}
            value={draft.body}
            onChange={({ currentTarget }) => onEdit({ body: currentTarget.value }, true)}
          />
        </div>
        <MergeFieldChoice field="body" text={draft.body} onWrite={(body) => onEdit({ body }, true)} />
      </form>
    </Card>
  );
}
