import { useState } from 'react';
import { readContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import {
  type ActivityDirection,
  type ActivityType,
  logActivity,
  removeActivity,
} from '#contract/timeline/activities.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { instantOfLocal, localText } from '#rules/time/local-text.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { useTicks } from '../_base/use-ticks.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { ComposerText } from './ComposerText.tsx';
import { ACTIVITY_WORDS } from './entry-words.ts';
import { forgetDraft, useDraft } from './use-draft.ts';
import { useUndo } from './use-undo.ts';

/** Kind of activity: its labels, and the outcomes to choose from. */
export interface LogKind {
  readonly key: string;
  /** "call" */
  readonly thing: string;
  readonly placeholder: string;
  /** True when the contact may have called or written, too. */
  readonly isDirected: boolean;
  readonly outcomes: readonly { readonly value: ActivityType; readonly label: string }[];
}

const STALE = [readTimeline, readContact, listContacts];

const DIRECTIONS = [
  { value: 'out', label: 'Outbound' },
  { value: 'in', label: 'Inbound' },
] as const;

/** Milliseconds between updates of the time while it means now. */
const LOOK_MS = 10_000;

/** Logs a call, a text or a meeting that happened elsewhere, now or earlier. Nothing is sent. */
export function LogForm({ contactId, kind }: { contactId: number; kind: LogKind }) {
  const draft = `${kind.key}:${contactId}`;
  const zone = IANA_ZONES[useApp().user.timezone];
  const [text, write] = useDraft(draft);
  const [type, setType] = useState<ActivityType>(kind.outcomes[0]?.value ?? 'call');
  const [direction, setDirection] = useState<ActivityDirection>('out');
  // `null`: now, whenever that is.
  const [when, setWhen] = useState<string | null>(null);
  const now = useTicks(LOOK_MS, clockNow);
  const offerUndo = useUndo(removeActivity, { invalidates: STALE, undone: 'Undone' });
  const log = useSubmit(logActivity, {
    invalidates: STALE,
    onDone: ({ data }, { params, body }) => {
      forgetDraft(draft, body.body ?? '');
      setWhen(null);
      offerUndo(ACTIVITY_WORDS[data.type].logged, { params: { id: Number(params.id), activityId: data.id } });
    },
  });
  const at = when === null ? null : instantOfLocal(zone, when);
  // `now` is that old at most.
  const isFuture = at !== null && at > now + LOOK_MS;
  const refusal =
    when !== null && at === null ? 'Enter a date and a time' : isFuture ? 'The time is in the future' : undefined;
  // Other outcomes of a call say who called.
  const hasDirection = kind.isDirected && (type === 'call' || type === 'text');
  const submit = () =>
    log.submit({
      params: { id: contactId },
      body: {
        type,
        body: text,
        ...(hasDirection && { direction }),
        ...(at !== null && { at: new Date(at).toISOString() }),
      },
    });
  return (
    <ComposerText
      label={`About the ${kind.thing}`}
      placeholder={kind.placeholder}
      text={text}
      onWrite={write}
      maxLength={20_000}
      action={`Log ${kind.thing}`}
      failure={log.state === 'failed' ? `${log.error?.message} Your text is kept here.` : null}
      busy={log.state === 'submitting'}
      refusal={refusal}
      onSubmit={submit}
    >
      <div className="log-fields">
        {kind.outcomes.length > 1 ? (
          <SelectField
            label="Outcome"
            value={type}
            options={kind.outcomes}
            onChange={(event) => setType(event.currentTarget.value as ActivityType)}
          />
        ) : null}
        {hasDirection ? (
          <SelectField
            label="Direction"
            value={direction}
            options={DIRECTIONS}
            onChange={(event) => setDirection(event.currentTarget.value as ActivityDirection)}
          />
        ) : null}
        <TextField
          type="datetime-local"
          label="Date and time"
          value={when ?? localText(zone, now)}
          max={localText(zone, now)}
          error={isFuture ? 'Choose a time in the past.' : undefined}
          onChange={(event) => setWhen(event.currentTarget.value)}
        />
      </div>
    </ComposerText>
  );
}
