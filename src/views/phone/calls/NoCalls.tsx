import { requestMinutes } from '#contract/phone.contract.ts';
import { type Minutes, REQUESTED_MINUTES } from '#contract/phone/call.contract.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { keypadObstacle } from '../../../machines/phone/line-facts.ts';
import type { DeviceView, LineView } from '../../../machines/phone/line-view.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { Note } from '../../_kit/display/Note.tsx';
import { problemText } from '../call-refusal.ts';
import type { ShownPhone } from '../use-phone.ts';

/** In place of the keypad: why nothing can be called, and what to do about it. `null`: calls can be made. */
export function noCalls({ line, send }: { line: LineView } & Pick<ShownPhone, 'send'>) {
  const obstacle = keypadObstacle(line);
  const retry = () => send({ type: 'line.retry' });
  switch (obstacle) {
    case 'microphoneDenied':
    case 'microphoneMissing':
      return <NoMicrophone obstacle={obstacle} onRetry={retry} />;
    case 'failed':
      return <Failed device={line.device} onRetry={retry} />;
    case 'outOfMinutes':
      return line.minutes && <OutOfMinutes minutes={line.minutes} />;
    default:
      return null;
  }
}

function OutOfMinutes({ minutes }: { minutes: Minutes }) {
  const { used, allocation, paid, manager, renews_on, requested } = minutes;
  const ask = useSubmit(requestMinutes);
  const asked = requested ?? (ask.state === 'done' ? REQUESTED_MINUTES : null);
  return (
    <div className="phone-body">
      <div className="blocked">
        <Note
          tone="warn"
          title={
            paid
              ? `${formatCount(used)} of ${formatCount(allocation ?? used)} minutes used`
              : "Your phone license isn't paid"
          }
        >
          Please request additional minutes from your manager.
        </Note>
        <p className="soft">
          You can still receive calls.
          {paid ? (
            <>
              {' '}
              Minutes reset on <span className="num">{formatPlainDate(renews_on)}</span>.
            </>
          ) : null}
        </p>
      </div>
      <div className="pf">
        {manager === null ? (
          <p className="meta">You have no manager who can add minutes.</p>
        ) : asked === null ? (
          <>
            <Button
              look="primary"
              size="tall"
              wide
              busy={ask.state === 'submitting'}
              onClick={() => ask.submit({ body: { minutes: REQUESTED_MINUTES } })}
            >
              Request {manager.name}
            </Button>
            <output className="meta quiet">
              {ask.state === 'failed'
                ? ask.error?.message
                : `Sends a request for ${REQUESTED_MINUTES} more minutes a month`}
            </output>
          </>
        ) : (
          <>
            <Button size="tall" wide refusal={`${manager.name} hasn't answered yet`}>
              Requested {manager.name}
            </Button>
            <output className="meta quiet">{`Requested ${formatCount(asked)} more minutes per month`}</output>
          </>
        )}
      </div>
    </div>
  );
}

const MICROPHONE_WORDS = {
  microphoneDenied: {
    title: 'Your browser is blocking the microphone',
    text: 'Select the icon left of the address bar, allow the microphone for this page, then try again.',
  },
  microphoneMissing: {
    title: 'No microphone found',
    text: 'Plug in a headset or turn on a microphone, then try again.',
  },
} as const;

interface NoMicrophoneProps {
  obstacle: keyof typeof MICROPHONE_WORDS;
  onRetry: () => void;
}

function NoMicrophone({ obstacle, onRetry }: NoMicrophoneProps) {
  const { title, text } = MICROPHONE_WORDS[obstacle];
  return (
    <Blocked title={title} text={text} onRetry={onRetry}>
      You need a microphone to make and answer calls.
    </Blocked>
  );
}

function Failed({ device, onRetry }: { device: DeviceView; onRetry: () => void }) {
  return (
    <Blocked title="Couldn't start the phone" text={problemText(device)} onRetry={onRetry}>
      The rest of the app still works.
    </Blocked>
  );
}

interface BlockedProps {
  title: string;
  text: string;
  children: string;
  onRetry: () => void;
}

function Blocked({ title, text, children, onRetry }: BlockedProps) {
  return (
    <div className="phone-body">
      <div className="blocked">
        <Note tone="bad" title={title}>
          {text}
        </Note>
        <p className="soft">{children}</p>
      </div>
      <div className="pf">
        <Button look="primary" size="tall" wide onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  );
}
