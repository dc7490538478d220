import { useState } from 'react';
import { instantOfLocal, localText } from '#rules/time/local-text.ts';
import { clockNow } from '../../../store/demo-clock.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { TextField } from '../../_kit/controls/TextField.tsx';
import { Dialog } from '../../_kit/overlays/Dialog.tsx';

interface ScheduleDialogProps {
  zone: string;
  onClose: () => void;
  /** An instant. */
  onChosen: (at: string) => void;
}

const HOUR_MS = 3_600_000;
/** Days ahead that a text can be scheduled. Source: `sendMessage`. */
const DAYS = 30;

/** When a text goes out, by the clock of the user. */
export function ScheduleDialog({ zone, onClose, onChosen }: ScheduleDialogProps) {
  const [now] = useState(clockNow);
  const [when, setWhen] = useState(() => localText(zone, Math.ceil((now + HOUR_MS / 2) / HOUR_MS) * HOUR_MS));
  const at = instantOfLocal(zone, when);
  const wait = at === null ? 0 : at - now;
  const problem =
    at === null
      ? 'Choose a date and time.'
      : wait <= 0
        ? 'Choose a time in the future.'
        : wait > DAYS * 24 * HOUR_MS
          ? `Choose a time within ${DAYS} days.`
          : undefined;
  return (
    <Dialog title="Send later" open onClose={onClose}>
      <form
        className="form-grid"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          // For React, the dialog is in the form of the text.
          event.stopPropagation();
          if (problem === undefined && at !== null) onChosen(new Date(at).toISOString());
        }}
      >
        <div className="whole">
          <TextField
            type="datetime-local"
            label="Date and time, by your clock"
            hint="Outside the allowed hours at their location, the text waits until it may be sent."
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog takes the focus to its first field
            autoFocus
            value={when}
            min={localText(zone, now)}
            error={problem}
            onChange={(event) => setWhen(event.currentTarget.value)}
          />
        </div>
        <footer className="whole form-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" refusal={problem}>
            Schedule text
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
