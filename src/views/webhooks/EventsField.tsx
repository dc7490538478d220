import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#contract/webhooks.contract.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { EVENT_LABELS } from './webhook-words.ts';

interface EventsFieldProps {
  events: readonly WebhookEvent[];
  error: string | undefined;
  onChange: (events: WebhookEvent[]) => void;
}

/** The events that an endpoint gets. */
export function EventsField({ events, error, onChange }: EventsFieldProps) {
  const note = useId();
  return (
    <fieldset className="whole webhook-events" aria-describedby={error === undefined ? undefined : note}>
      <legend className="field-label">Events</legend>
      {WEBHOOK_EVENTS.map((event) => (
        <Checkbox
          key={event}
          checked={events.includes(event)}
          onCheckedChange={(on) =>
            onChange(WEBHOOK_EVENTS.filter((one) => (one === event ? on : events.includes(one))))
          }
        >
          {EVENT_LABELS[event]} <code className="soft">{event}</code>
        </Checkbox>
      ))}
      {error === undefined ? null : (
        <p className="why meta" id={note} role="alert">
          <Icon of={CircleAlert} tone="bad" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
