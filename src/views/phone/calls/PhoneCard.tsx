import { type DeviceToken, fetchDeviceToken, updateNumber } from '#contract/phone.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { useApp } from '../../_base/use-app.ts';
import { useMinutesFeed } from '../../_base/feeds/use-minutes-feed.ts';
import { useResource } from '../../_base/use-resource.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { ErrorPanel } from '../../_kit/states/ErrorPanel.tsx';
import { Facts } from '../../_kit/display/Facts.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { OwnMinutes } from '../dock/OwnMinutes.tsx';

/** The own numbers, where calls come from, and how many minutes are left. */
export function PhoneCard() {
  useMinutesFeed();
  const { data, error, reload } = useResource(fetchDeviceToken, {});
  return (
    <Card title="Calls and minutes" padded>
      {data === null ? <Absent error={error} onRetry={reload} /> : <Present device={data} />}
    </Card>
  );
}

interface AbsentProps {
  error: { message: string; requestId?: string | null } | null;
  onRetry: () => void;
}

function Absent({ error, onRetry }: AbsentProps) {
  if (error === null) return <SkeletonLines lines={3} label="Loading phone" />;
  return (
    <ErrorPanel
      title="Couldn't load phone"
      text={error.message}
      actions={<Button onClick={onRetry}>Try again</Button>}
      requestId={error.requestId}
    />
  );
}

function Present({ device }: { device: DeviceToken }) {
  const { enabled, status, minutes } = device;
  return (
    <div className="settings-form">
      {enabled ? null : (
        <Note tone="info" title="You can't make calls yet">
          {status}
        </Note>
      )}
      <OwnNumbers device={device} />
      {enabled && minutes !== null ? <OwnMinutes minutes={minutes} /> : null}
    </div>
  );
}

const named = ({ number, label }: DeviceToken['numbers'][number]) =>
  label === '' ? formatPhone(number) : `${formatPhone(number)}, ${label.toLowerCase()}`;

function OwnNumbers({ device: { numbers, call_from: callFrom } }: { device: DeviceToken }) {
  const { toasts } = useApp();
  const change = useSubmit(updateNumber, {
    invalidates: [fetchDeviceToken],
    onDone: ({ data }) => toasts.show({ tone: 'good', text: `Caller ID changed to ${formatPhone(data.call_from)}.` }),
    onFailed: () => toasts.show({ tone: 'bad', text: 'Unable to update number' }),
  });
  const [only] = numbers;
  if (only === undefined) return <p className="soft">No phone number yet.</p>;
  if (numbers.length === 1) return <Facts facts={[{ label: 'Your number', value: named(only) }]} />;
  return (
    <div className="settings-narrow">
      <SelectField
        label="Caller ID"
        options={numbers.map((own) => ({ value: own.number, label: named(own) }))}
        value={callFrom ?? only.number}
        aria-busy={change.state === 'submitting'}
        onChange={({ currentTarget }) => change.submit({ body: { phone_number: currentTarget.value } })}
      />
    </div>
  );
}
