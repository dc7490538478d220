import {
  createLetterTemplate,
  deleteLetterTemplate,
  type LetterTemplate,
  listLetterTemplates,
  restoreLetterTemplate,
  updateLetterTemplate,
} from '#contract/printing.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { isSameLetter, type LetterDraft } from './letter-draft.ts';

interface LetterKeepingProps {
  draft: LetterDraft;
  kept: readonly LetterTemplate[];
  onChange: (draft: LetterDraft) => void;
}

/** Saves a letter under a name, updates the saved one, or deletes it with undo. */
export function LetterKeeping({ draft, kept, onChange }: LetterKeepingProps) {
  const { toasts } = useApp();
  const invalidates = [listLetterTemplates];
  const keep = ({ data }: { data: LetterTemplate }) => onChange({ ...draft, id: data.id, name: data.name });
  const create = useSubmit(createLetterTemplate, { invalidates, onDone: keep });
  const update = useSubmit(updateLetterTemplate, { invalidates, onDone: keep });
  const restore = useLastingSubmit(restoreLetterTemplate, {
    invalidates,
    onDone: ({ data }) => toasts.show({ tone: 'info', text: `Letter “${data.name}” restored.` }),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  const remove = useSubmit(deleteLetterTemplate, {
    invalidates,
    onDone: (_, { params }) => {
      onChange({ ...draft, id: null, name: '' });
      toasts.show({
        tone: 'info',
        text: `Letter “${draft.name}” deleted.`,
        action: { label: 'Undo', run: () => restore({ params }) },
      });
    },
  });
  const { id, name, sender, body } = draft;
  const own = kept.find((one) => one.id === id);
  const isSame = own !== undefined && isSameLetter(own, draft);
  const error = create.error ?? update.error ?? remove.error;
  const save = () =>
    id === null
      ? create.submit({ body: { name, sender, body } })
      : update.submit({ params: { id }, body: { name, sender, body } });
  return (
    <div className="print-keep">
      <TextField
        label="Save as"
        placeholder="Letter name"
        maxLength={80}
        value={name}
        error={error?.message}
        onChange={(event) => onChange({ ...draft, name: event.target.value })}
      />
      <div className="row">
        <Button
          size="small"
          busy={create.state === 'submitting' || update.state === 'submitting'}
          refusal={name.trim() === '' ? 'Enter a name' : isSame ? 'Already saved' : undefined}
          onClick={save}
        >
          {id === null ? 'Save as new letter' : 'Save letter'}
        </Button>
        {id === null ? null : (
          <Button
            size="small"
            look="plain"
            className="danger"
            busy={remove.state === 'submitting'}
            onClick={() => remove.submit({ params: { id } })}
          >
            Delete letter
          </Button>
        )}
      </div>
    </div>
  );
}
