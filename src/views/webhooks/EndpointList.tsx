import { Webhook } from 'lucide-react';
import { type WebhookEndpoint, webhookEndpoints } from '#contract/webhooks.contract.ts';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { ResourceList } from '../_resource/ResourceList.tsx';
import { PauseButton, TestButton } from './EndpointActions.tsx';
import { EventsField } from './EventsField.tsx';
import { SecretBox } from './SecretBox.tsx';
import { endpointStatus } from './webhook-words.ts';
import './webhooks.css';

const NEW_ENDPOINT = { events: [] };

/** Programs that are told of events. */
export function EndpointList() {
  return (
    <ResourceList
      of={webhookEndpoints}
      icon={Webhook}
      about="Add the address of a program that should hear of events here, such as new contacts."
      searched="Name, address"
      nameOf={({ name }) => name}
      columns={[
        { head: 'Name', cell: ({ name }) => name, sortBy: 'name', narrow: 'title', width: '14em' },
        { head: 'Address', cell: ({ url }) => <code>{url}</code>, sortBy: 'url', narrow: 'sub' },
        {
          head: 'Events',
          cell: ({ events }) => formatCount(events.length),
          numeric: true,
          narrow: 'none',
          width: '6em',
        },
        {
          head: 'Waiting',
          cell: (row) => <Count of={row} status="waiting" />,
          numeric: true,
          narrow: 'none',
          width: '6em',
          leaves: 1,
        },
        {
          head: 'Failed',
          cell: (row) => <Count of={row} status="failed" />,
          numeric: true,
          narrow: 'none',
          width: '6em',
          leaves: 1,
        },
        { head: 'Status', cell: (row) => <Status endpoint={row} />, sortBy: 'status', narrow: 'aside', width: '8em' },
      ]}
      actions={(row) => <PauseButton endpoint={row} />}
      values={(row) => row ?? NEW_ENDPOINT}
      fields={({ text, live }, row) => (
        <>
          {row === null || row.stopped_reason === '' ? null : (
            <div className="whole">
              <Note tone="bad" title={`Stopped: ${row.stopped_reason}`}>
                <p>Its events are kept. Correct the problem and press Resume in the list.</p>
              </Note>
            </div>
          )}
          {text('name', 'Name', { maxLength: 80 })}
          {text('url', 'Address', {
            maxLength: 500,
            inputMode: 'url',
            hint: 'Such as https://example.com/hooks.',
          })}
          {live((draft, write, errorOf) => (
            <EventsField
              events={draft.events ?? []}
              error={errorOf('events')}
              onChange={(events) => write('events', events)}
            />
          ))}
          {row === null ? (
            <p className="whole soft">Open the endpoint once it is added to see its signing secret.</p>
          ) : (
            <>
              <SecretBox endpoint={row} />
              <div className="whole row wrap">
                <TestButton endpoint={row} />
                <Link href={`/admin/api-requests?tab=deliveries&endpoint_id=${row.id}`}>Deliveries of {row.name}</Link>
              </div>
            </>
          )}
        </>
      )}
    />
  );
}

function Status({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { text, tone } = endpointStatus(endpoint);
  return <StatusWord tone={tone}>{text}</StatusWord>;
}

/** How many deliveries are in this state, and the way to them. */
function Count({ of, status }: { of: WebhookEndpoint; status: 'waiting' | 'failed' }) {
  const count = of[status];
  const words = formatCount(count);
  if (count === 0) return words;
  const href = `/admin/api-requests?tab=deliveries&endpoint_id=${of.id}&status=${status}`;
  return (
    <Link href={href} aria-label={`${words} ${status} of ${of.name}`}>
      {words}
    </Link>
  );
}
