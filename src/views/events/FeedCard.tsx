import { Suspense, useState } from 'react';
import {
  type CalendarSettings,
  createCalendarFeed,
  deleteCalendarFeed,
  readCalendarSettings,
} from '#contract/events/calendar.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { CopyButton } from '../_kit/controls/CopyButton.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

/** The private address under which Google, Outlook and Apple read the calendar. It is shown once. */
export function FeedCard({ feed }: Pick<CalendarSettings, 'feed'>) {
  const [url, setUrl] = useState<string | null>(null);
  const [isAsking, setAsking] = useState(false);
  const [isBusyOnly, setBusyOnly] = useState(feed?.busy_only ?? false);
  const shown = { invalidates: [readCalendarSettings] };
  const create = useSubmit(createCalendarFeed, { ...shown, onDone: ({ meta }) => setUrl(meta.url) });
  const remove = useSubmit(deleteCalendarFeed, { ...shown, onDone: () => setUrl(null) });
  const error = create.error ?? remove.error;
  const make = () => create.submit({ body: { busy_only: isBusyOnly } });
  return (
    <Card title="Use in another calendar" padded>
      <div className="settings-form">
        <p className="soft">
          Google Calendar, Outlook and Apple Calendar can show your events and keep them up to date. Anyone with the
          private address can read them. To sync both ways, connect them under{' '}
          <Link href="/integrations">Integrations</Link>.
        </p>
        <FeedFacts feed={feed} />
        {url === null ? null : <NewAddress url={url} />}
        <Checkbox checked={isBusyOnly} onCheckedChange={setBusyOnly}>
          Show only when you’re busy, without titles, places and notes
        </Checkbox>
        {error === null ? null : (
          <p className="bad-t meta" role="alert">
            {error.message}
          </p>
        )}
        <div className="settings-acts">
          <Button busy={create.state === 'submitting'} onClick={feed === null ? make : () => setAsking(true)}>
            {feed === null ? 'Create private address' : 'Replace address'}
          </Button>
          {feed === null ? null : (
            <Button look="plain" busy={remove.state === 'submitting'} onClick={() => remove.submit({})}>
              Turn off
            </Button>
          )}
        </div>
      </div>
      {isAsking ? (
        <Suspense>
          <AlertDialog
            open
            title="Replace the private address?"
            confirmLabel="Replace address"
            cancelLabel="Keep current address"
            onConfirm={() => {
              setAsking(false);
              make();
            }}
            onCancel={() => setAsking(false)}
          >
            <p>Calendars that use the current address stop getting changes. Add the new address there.</p>
          </AlertDialog>
        </Suspense>
      ) : null}
    </Card>
  );
}

function FeedFacts({ feed }: Pick<CalendarSettings, 'feed'>) {
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  if (feed === null) return <p>Off. No other calendar can read this one.</p>;
  return (
    <p>
      On since {formatWhen(feed.made_at, zone, now)}
      {feed.busy_only ? ', busy times only' : ''}.{' '}
      <span className="soft">
        {feed.read_at === null ? 'Not read yet.' : `Last read ${formatWhen(feed.read_at, zone, now)}.`}
      </span>
    </p>
  );
}

function NewAddress({ url }: { url: string }) {
  return (
    <div className="cal-address">
      <p className="med">Copy the address now. It isn’t shown again.</p>
      <code>{url}</code>
      <CopyButton text={url} label="Copy address" />
      <p className="meta soft">
        Google: Other calendars, From URL. Outlook: Add calendar, Subscribe from web. Apple: File, New Calendar
        Subscription.
      </p>
    </div>
  );
}
