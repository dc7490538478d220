import { RotateCcw } from 'lucide-react';
import {
  type DeliveryDetail,
  listWebhookDeliveries,
  readWebhookDelivery,
  replayWebhookDelivery,
  type WebhookAttempt,
  webhookEndpoints,
} from '#contract/webhooks.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Facts } from '../_kit/display/Facts.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { formatDate, formatTimeWithSeconds } from '../_kit/format/format-when.ts';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { answerWords, DELIVERY_WORDS } from './webhook-words.ts';
import './webhooks.css';

const Dialog = lazyPart(() => import('../_kit/overlays/Dialog.tsx'), 'Dialog');

/** Milliseconds between two looks while another attempt follows. Ours. */
const LOOK_MS = 2_000;
const whileWaiting = ({ data }: { data: { data: DeliveryDetail } | null }): number | null =>
  data?.data.status === 'waiting' ? LOOK_MS : null;

interface DeliveryDialogProps {
  id: number;
  onClose: () => void;
}

/** One delivery: what was sent, and what each attempt came to. */
export function DeliveryDialog({ id, onClose }: DeliveryDialogProps) {
  const { toasts } = useApp();
  const { data, error, reload } = useResource(readWebhookDelivery, { params: { id } }, { reloadAfter: whileWaiting });
  const replay = useSubmit(replayWebhookDelivery, {
    invalidates: [readWebhookDelivery, listWebhookDeliveries, webhookEndpoints.list],
    onDone: () => toasts.show({ tone: 'good', text: 'Delivery is sent again' }),
  });
  const delivery = data?.data ?? null;
  return (
    <Dialog
      title={delivery === null ? 'Delivery' : `${delivery.kind} to ${delivery.endpoint.name}`}
      open
      wide
      onClose={onClose}
      footer={
        delivery === null ? null : (
          <Button
            icon={RotateCcw}
            busy={replay.state === 'submitting'}
            onClick={() => replay.submit({ params: { id } })}
          >
            Replay
          </Button>
        )
      }
    >
      {replay.error === null ? null : (
        <Note tone="bad" title="Couldn't replay the delivery" role="alert">
          {replay.error.message}
        </Note>
      )}
      {delivery === null ? (
        error === null ? (
          <SkeletonLines lines={6} label="Loading the delivery" />
        ) : (
          <ErrorPanel
            title="Couldn't load this delivery"
            text={error.message}
            requestId={error.requestId}
            actions={<Button onClick={reload}>Try again</Button>}
          />
        )
      ) : (
        <DeliveryParts delivery={delivery} />
      )}
    </Dialog>
  );
}

function useInstant() {
  const { user } = useApp();
  const zone = IANA_ZONES[user.timezone];
  return (at: string) => (
    <time dateTime={at}>
      {formatDate(at, zone)} {formatTimeWithSeconds(at, zone)}
    </time>
  );
}

function DeliveryParts({ delivery }: { delivery: DeliveryDetail }) {
  const instant = useInstant();
  const { status, event_id, at, due_at: due, body, tries } = delivery;
  return (
    <div className="stack">
      <Facts
        facts={[
          {
            label: 'Status',
            value: <StatusWord tone={DELIVERY_WORDS[status].tone}>{DELIVERY_WORDS[status].text}</StatusWord>,
          },
          { label: 'Event id', value: <code>{event_id}</code> },
          { label: 'Event time', value: instant(at) },
          ...(due === null ? [] : [{ label: 'Next attempt', value: instant(due) }]),
        ]}
      />
      <h3 className="field-label">Body</h3>
      <pre className="webhook-text">{JSON.stringify(JSON.parse(body), null, 2)}</pre>
      <h3 className="field-label">Attempts</h3>
      {tries.length === 0 ? <p className="soft">No attempts yet.</p> : null}
      <ul className="stack">
        {tries.map((attempt) => (
          <Attempt key={attempt.id} attempt={attempt} />
        ))}
      </ul>
    </div>
  );
}

function Attempt({ attempt }: { attempt: WebhookAttempt }) {
  const instant = useInstant();
  const { at, took, status, answer } = attempt;
  const isGood = status !== null && status >= 200 && status < 300;
  return (
    <li>
      <div className="row wrap">
        <StatusWord tone={isGood ? 'good' : 'bad'}>{answerWords(attempt)}</StatusWord>
        <span className="soft">
          {instant(at)} · {formatCount(took)} ms
        </span>
      </div>
      {answer === '' ? null : <pre className="webhook-text">{answer}</pre>}
    </li>
  );
}
