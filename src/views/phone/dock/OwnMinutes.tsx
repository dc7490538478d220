import { useState } from 'react';
import { fetchDeviceToken, requestMinutes } from '#contract/phone.contract.ts';
import { type Minutes, REQUESTED_MINUTES } from '#contract/phone/call.contract.ts';
import { quota } from '#rules/phone/dialer.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { useApp } from '../../_base/use-app.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { formatCount, formatCounted } from '../../_kit/format/format-count.ts';
import { Note } from '../../_kit/display/Note.tsx';
import { ProgressLine } from '../../_kit/states/Progress.tsx';
import { TextField } from '../../_kit/controls/TextField.tsx';
import { FormFailure } from '../../profile/FormFailure.tsx';

const PAYERS: Readonly<Record<Minutes['source'], string>> = {
  manager: 'Your manager pays for your minutes.',
  self: 'You pay for your minutes.',
  company: 'Your company pays for all minutes.',
  enabled: "Your minutes aren't limited.",
};

/** Minutes of this month, and how to get more. */
export function OwnMinutes({ minutes }: { minutes: Minutes }) {
  const { source, used, allocation, renews_on: renewsOn } = minutes;
  const next = quota(minutes);
  return (
    <>
      {allocation === null ? (
        <p>
          <span className="med num">{formatCounted(used, 'minute', 'minutes')} used this month.</span>{' '}
          <span className="soft">{PAYERS[source]}</span>
        </p>
      ) : (
        <div className="progress-line">
          <ProgressLine
            label="Minutes this month"
            done={used}
            total={allocation}
            text={`${formatCount(used)} of ${formatCount(allocation)} minutes used`}
            aside={`Resets on ${formatPlainDate(renewsOn)}`}
          />
          <p className="meta quiet">{PAYERS[source]}</p>
        </div>
      )}
      {next.allowed ? (
        next.warning && <Note tone="warn" title={next.warning} />
      ) : (
        <Note tone="warn" title={next.reason}>
          You can still receive calls, and active calls aren't cut off.
        </Note>
      )}
      {source === 'manager' ? <AskForMinutes {...minutes} /> : null}
    </>
  );
}

function AskForMinutes({ manager, requested }: Minutes) {
  const [wanted, setWanted] = useState(String(REQUESTED_MINUTES));
  const [note, setNote] = useState('');
  const { toasts } = useApp();
  const ask = useSubmit(requestMinutes, {
    invalidates: [fetchDeviceToken],
    onDone: () => toasts.show({ tone: 'good', text: `We notified ${manager?.name}.` }),
  });
  if (manager === null) return <p className="soft">You have no manager who can add more.</p>;
  if (requested !== null) {
    return (
      <Note tone="info" title={`You requested ${formatCounted(requested, 'minute', 'minutes')} more per month`}>
        {manager.name} hasn't answered yet.
      </Note>
    );
  }
  const count = Number(wanted);
  const isCount = Number.isInteger(count) && count >= 1 && count <= 10_000;
  return (
    <form
      className="settings-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isCount) ask.submit({ body: { minutes: count, note } });
      }}
    >
      <div className="pair">
        <TextField
          label="More minutes per month"
          inputMode="numeric"
          autoComplete="off"
          value={wanted}
          error={isCount ? ask.error?.fields['minutes']?.[0] : 'Enter a number from 1 to 10,000.'}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        <TextField
          label="Reason"
          hint="Your manager will see this."
          autoComplete="off"
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
      </div>
      <FormFailure failure={ask.error} shown={['minutes']} />
      <div className="settings-acts">
        <Button type="submit" busy={ask.state === 'submitting'} refusal={isCount ? undefined : 'Enter a number first.'}>
          Request {manager.name}
        </Button>
      </div>
    </form>
  );
}
