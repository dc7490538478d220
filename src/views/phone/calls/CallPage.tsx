import { PhoneOff } from 'lucide-react';
import { useState } from 'react';
import { fetchCallLogs, noteCall } from '#contract/phone.contract.ts';
import type { Call, CallLogEntry } from '#contract/phone/call.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useApp } from '../../_base/use-app.ts';
import { useCallsFeed } from '../../_base/feeds/use-calls-feed.ts';
import { useNow } from '../../_base/use-now.ts';
import { useResource } from '../../_base/use-resource.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { PageBar } from '../../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../../_kit/controls/Button.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { EmptyState } from '../../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../../_kit/states/ErrorPanel.tsx';
import { type Fact, Facts } from '../../_kit/display/Facts.tsx';
import { formatClock } from '../../_kit/format/format-duration.ts';
import { formatDate, formatTime, formatTimeWithSeconds, formatWhen } from '../../_kit/format/format-when.ts';
import { Icon } from '../../_kit/display/Icon.tsx';
import { Link } from '../../_kit/display/Link.tsx';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import {
  iconOf,
  insideOf,
  numberOf,
  outcomeSentence,
  partyOf,
  placeOf,
  recordingSentence,
  resultOf,
} from './call-words.ts';
import { NOTE_MAX } from '../panel/CallNote.tsx';
import { Dispositions } from '../panel/Dispositions.tsx';
import { CreateContact } from '../panel/CreateContact.tsx';
import { CallButton } from '../panel/CallButton.tsx';
import { DialNumber } from '../panel/DialNumber.tsx';
import { RecordingPlayer } from './RecordingPlayer.tsx';
import './calls.css';

const CRUMBS = [{ label: 'Calls', href: '/calls' }];

/** Details of one call. */
export function CallPage({ id }: { id: number }) {
  useCallsFeed();
  const { data, error, reload } = useResource(fetchCallLogs, { body: { call_id: id } });
  if (data !== null) return <CallStory {...data.data} />;
  return (
    <>
      <PageBar title={titleOf('/calls/$id')} crumbs={CRUMBS} />
      {error === null ? <SkeletonLines lines={8} label="Loading call" /> : null}
      {error?.kind === 'notFound' ? (
        <EmptyState
          icon={PhoneOff}
          title="Call not found"
          text="The call doesn't exist, or you don't have access."
          action={<ButtonLink href="/calls">All calls</ButtonLink>}
        />
      ) : null}
      {error !== null && error.kind !== 'notFound' ? (
        <ErrorPanel
          title="Couldn't load call"
          text={error.message}
          requestId={error.requestId}
          kept={[{ what: 'The call', detail: 'Your notes and recording are safe.' }]}
          actions={<Button onClick={reload}>Try again</Button>}
        />
      ) : null}
    </>
  );
}

/** A call with its log, whole. */
export function CallStory({ call, log }: { call: Call; log: readonly CallLogEntry[] }) {
  const { user } = useApp();
  const now = useNow();
  const zone = IANA_ZONES[user.timezone];
  const { icon, tone, label } = iconOf(call);
  const isOwn = call.user?.id === user.id;
  return (
    <>
      <PageBar
        title={partyOf(call)}
        crumbs={CRUMBS}
        scope={`${label}, ${formatWhen(call.created_at, zone, now)}`}
        actions={call.contact && <CallButton number={numberOf(call)} contactId={call.contact.id} />}
      />
      <div className="scroll">
        <div className="body two call-page">
          <div className="call-main">
            <p className="call-end">
              <Icon of={icon} tone={tone} />
              {outcomeSentence(call, user.id)}
            </p>
            <Recording call={call} isOwn={isOwn} />
            <Card title="Activity">
              <ol className="call-log">
                {log.map(({ id, at, text }) => (
                  <li key={id}>
                    <time className="meta quiet num" dateTime={at} title={formatDate(at, zone)}>
                      {formatTimeWithSeconds(at, zone)}
                    </time>
                    <p>{text}</p>
                  </li>
                ))}
              </ol>
              {log.length === 0 ? <p className="pad soft">No more details for this call.</p> : null}
            </Card>
          </div>
          <div className="side">
            <Card title="Facts" padded>
              <Facts facts={factsOf(call, zone)} />
            </Card>
            {call.note !== '' || (isOwn && call.answered_at !== null) ? (
              <Card title="Note" padded>
                {isOwn && call.answered_at !== null ? (
                  <>
                    <OwnNote key={call.note} call={call} />
                    {insideOf(call) === null ? <Dispositions callId={call.id} call={call} /> : null}
                  </>
                ) : (
                  <p className="call-note">{call.note}</p>
                )}
              </Card>
            ) : null}
          </div>
        </div>
      </div>
    </>
  );
}

/** Notes of the user's own call, for finishing afterwards. */
function OwnNote({ call: { id, note } }: { call: Call }) {
  const [text, setText] = useState(note);
  const save = useSubmit(noteCall, { invalidates: [fetchCallLogs] });
  return (
    <form
      className="call-note-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.submit({ body: { call_id: id, note: text } });
      }}
    >
      <textarea
        className="input"
        rows={4}
        aria-label="Call notes"
        placeholder="Call notes"
        maxLength={NOTE_MAX}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {text === note ? null : (
        <Button type="submit" size="small" busy={save.state === 'submitting'}>
          Save note
        </Button>
      )}
      <p role="alert" className={save.state === 'failed' ? 'meta bad-t' : 'sr'}>
        {save.error?.message}
      </p>
    </form>
  );
}

/** To listen to, where there is a file; a recording is a file of a contact. */
function Recording({ call, isOwn }: { call: Call; isOwn: boolean }) {
  const { id, contact, recording } = call;
  if (contact === null && recording.state === 'kept') {
    return (
      <Card title="Recording" padded>
        <p className="soft">Choose the contact for this call to play the recording.</p>
        {isOwn && call.inside === null ? <CreateContact callId={id} number={numberOf(call)} look="words" /> : null}
      </Card>
    );
  }
  if (contact === null || recording.file_id === null) return null;
  return (
    <Card title="Recording" padded>
      <RecordingPlayer file={{ contactId: contact.id, fileId: recording.file_id }} label="the recording" />
    </Card>
  );
}

function factsOf(call: Call, zone: string): readonly Fact[] {
  const { contact, user, answered_at, seconds } = call;
  const place = placeOf(call);
  const facts: readonly (Fact | null)[] = [
    contact === null
      ? null
      : { label: 'Contact', value: <Link href={`/contacts/${contact.number}`}>{contact.name}</Link> },
    {
      label: 'Number',
      value: <DialNumber number={numberOf(call)} {...(contact && { contactId: contact.id })} />,
    },
    place === '' ? null : { label: 'Location', value: place },
    { label: 'Agent', value: user?.name ?? 'None' },
    { label: 'Started', value: `${formatDate(call.created_at, zone)} ${formatTime(call.created_at, zone)}` },
    answered_at === null
      ? { label: 'Result', value: resultOf(call).text }
      : { label: 'Connected', value: call.status === 'ended' ? formatClock(seconds * 1_000) : 'Call in progress' },
    { label: 'Recording', value: recordingSentence(call) },
  ];
  return facts.filter((fact) => fact !== null);
}
