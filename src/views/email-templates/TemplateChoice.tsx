import { broadcastEmails, type MergedEmail } from '#contract/email-templates.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';

interface TemplateChoiceProps {
  contactId: number;
  onFilled: (email: MergedEmail) => void;
}

/** The templates that the current user may use; the chosen one comes filled in for the contact. */
export function TemplateChoice({ contactId, onFilled }: TemplateChoiceProps) {
  const { toasts } = useApp();
  const offered = useResource(broadcastEmails.choices, {});
  const fill = useSubmit(broadcastEmails.fill, {
    onDone: ({ data }) => onFilled(data),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  const templates = offered.data?.data ?? [];
  if (templates.length === 0) return null;
  return (
    <div className="composer-line">
      <span className="soft">Template</span>
      <SelectField
        label="Use a template"
        labelHidden
        value=""
        disabled={fill.state === 'submitting'}
        options={[
          { value: '', label: 'Choose a template' },
          ...templates.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          fill.submit({ params: { id: contactId }, query: { email_id: Number(value) } })
        }
      />
    </div>
  );
}
