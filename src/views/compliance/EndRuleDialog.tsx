import { useState } from 'react';
import { type ComplianceRule, endComplianceRule, listComplianceRules } from '#contract/compliance.contract.ts';
import { plusDays, utcDay } from '#rules/time/days.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { formatPlainDate } from '../_kit/format/format-when.ts';
import { Note } from '../_kit/display/Note.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';

/** Ends a rule with its last day and a reason. */
export function EndRuleDialog({ rule, onClose }: { rule: ComplianceRule; onClose: () => void }) {
  const { toasts } = useApp();
  const [today] = useState(() => clockNow());
  const dayAt = (days: number) => plusDays(utcDay(today), days);
  const [endsOn, setEndsOn] = useState(dayAt(0));
  const [reason, setReason] = useState('');
  const end = useSubmit(endComplianceRule, {
    invalidates: [listComplianceRules],
    onDone: ({ data }) => {
      toasts.show({ tone: 'good', text: `Ends on ${formatPlainDate(data.ends_on ?? endsOn)}` });
      onClose();
    },
  });
  const fields = end.error?.fields ?? {};

  return (
    <Dialog title="End rule" open onClose={onClose}>
      <p>{rule.title}</p>
      <p className="soft">
        The rule stays in the list, and past decisions don't change. You can add another rule to follow it.
      </p>
      <form
        className="form-grid"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          end.submit({ params: { id: rule.id }, body: { ends_on: endsOn, reason } });
        }}
      >
        <div className="whole">
          <TextField
            label="Last effective day"
            type="date"
            hint="Yesterday: the rule ends immediately."
            min={dayAt(-1)}
            value={endsOn}
            error={fields['ends_on']?.[0]}
            onChange={(event) => setEndsOn(event.currentTarget.value)}
          />
        </div>
        <div className="whole">
          <TextField
            label="Reason"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses the missing field
            autoFocus
            value={reason}
            maxLength={500}
            autoComplete="off"
            error={fields['reason']?.[0]}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </div>
        {end.error && Object.keys(fields).length === 0 ? (
          <div className="whole">
            <Note tone="bad" title={end.error.message} role="alert" />
          </div>
        ) : null}
        <footer className="whole form-end">
          <Button type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={end.state === 'submitting'}>
            End rule
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
