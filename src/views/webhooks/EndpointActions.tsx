import {
  listWebhookDeliveries,
  testWebhookEndpoint,
  type WebhookEndpoint,
  webhookEndpoints,
} from '#contract/webhooks.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';

const SHOWN = [webhookEndpoints.list, webhookEndpoints.read];

/** Tells how a change went. */
function useTold(done: string) {
  const { toasts } = useApp();
  return {
    onDone: () => toasts.show({ tone: 'good', text: done }),
    onFailed: ({ message }: { message: string }) => toasts.show({ tone: 'bad', text: message }),
  };
}

/** Stops deliveries to an endpoint, or lets them go again. */
export function PauseButton({ endpoint: { id, name, status } }: { endpoint: WebhookEndpoint }) {
  const isActive = status === 'active';
  const told = useTold(isActive ? `${name} paused. Its events are kept` : `${name} resumed. Kept events are sent`);
  const { submit, state } = useSubmit(webhookEndpoints.update, { invalidates: SHOWN, ...told });
  const label = isActive ? 'Pause' : 'Resume';
  return (
    <Button
      size="small"
      busy={state === 'submitting'}
      aria-label={`${label} ${name}`}
      onClick={() => submit({ params: { id }, body: { status: isActive ? 'paused' : 'active' } })}
    >
      {label}
    </Button>
  );
}

/** Sends a test event to an endpoint. */
export function TestButton({ endpoint: { id, name, status } }: { endpoint: WebhookEndpoint }) {
  const told = useTold(`Test event on its way to ${name}`);
  const { submit, state } = useSubmit(testWebhookEndpoint, { invalidates: [...SHOWN, listWebhookDeliveries], ...told });
  return (
    <Button
      size="small"
      busy={state === 'submitting'}
      disabled={status !== 'active'}
      onClick={() => submit({ params: { id } })}
    >
      Send test event
    </Button>
  );
}
