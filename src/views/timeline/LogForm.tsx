import { useState } from 'react';
import { listContacts, readContact } from '#contract/contacts.contract.ts';
import { type ActivityType, logActivity, removeActivity } from '#contract/timeline/activities.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { ComposerText } from './ComposerText.tsx';
import { ACTIVITY_WORDS } from './entry-words.ts';
import { forgetDraft, useDraft } from './use-draft.ts';
import { useUndo } from './use-undo.ts';

/** Kind of activity: its labels, and the outcomes to choose from. */
export interface LogKind {
  readonly key: string;
  readonly label: string;
  readonly placeholder: string;
  readonly outcomes: readonly { readonly value: ActivityType; readonly label: string }[];
}

const STALE = [readTimeline, readContact, listContacts];

/** Writes down a call, a text or a meeting that happened now. */
export function LogForm({ contactId, kind }: { contactId: number; kind: LogKind }) {
  const draft = `${kind.key}:${contactId}`;
  const [text, write] = useDraft(draft);
  const [type, setType] = useState<ActivityType>(kind.outcomes[0]?.value ?? 'call');
  const offerUndo = useUndo(removeActivity, { invalidates: STALE, undone: 'Undone' });
  const log = useSubmit(logActivity, {
    invalidates: STALE,
    onDone: ({ data }, { params, body }) => {
      forgetDraft(draft, body.body ?? '');
      offerUndo(ACTIVITY_WORDS[data.type].logged, { params: { id: Number(params.id), activityId: data.id } });
    },
  });
  return (
    <ComposerText
      label={`About the ${kind.label.toLowerCase()}`}
      placeholder={kind.placeholder}
      text={text}
      onWrite={write}
      maxLength={20_000}
      action={`Log ${kind.label.toLowerCase()}`}
      failure={log.state === 'failed' ? `${log.error?.message} Your text is kept here.` : null}
      busy={log.state === 'submitting'}
      refusal={undefined}
      onSubmit={() => log.submit({ params: { id: contactId }, body: { type, body: text } })}
      choice={
        kind.outcomes.length > 1 ? (
          <SelectField
            label="Outcome"
            labelHidden
            value={type}
            options={kind.outcomes}
            onChange={(event) => setType(event.currentTarget.value as ActivityType)}
          />
        ) : undefined
      }
    />
  );
}
