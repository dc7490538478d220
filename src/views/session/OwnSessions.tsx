import { MonitorSmartphone } from 'lucide-react';
import { Suspense, useState } from 'react';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  type OwnSession,
} from '#contract/session/own-sessions.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { useNow } from '../_base/use-now.ts';
import { FormFailure } from '../profile/FormFailure.tsx';
import { deviceWords, placeWords } from './device-words.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

/** Current sessions, with a quick way to sign out everywhere else. */
export function OwnSessions({ zone }: { zone: string }) {
  const { toasts } = useApp();
  const { data, error, reload } = useResource(listOwnSessions, {});
  const [asked, setAsked] = useState(false);
  const endOthers = useSubmit(endOtherSessions, {
    invalidates: [listOwnSessions],
    onDone: ({ data: { ended } }) => {
      const times = ended === 1 ? '1 other session' : `${ended} other sessions`;
      toasts.show({
        tone: 'good',
        text: ended === 0 ? "You weren't signed in anywhere else." : `Signed out of ${times}.`,
      });
    },
  });
  const others = data?.data.filter(({ current }) => !current).length ?? 0;

  return (
    <Card
      title="Active sessions"
      count={data === null ? undefined : String(data.data.length)}
      aside={
        others === 0 ? null : (
          <Button
            size="small"
            look="danger"
            busy={endOthers.state === 'submitting'}
            short="All other sessions"
            onClick={() => setAsked(true)}
          >
            Sign out of other sessions
          </Button>
        )
      }
    >
      {endOthers.error ? (
        <div className="pad">
          <FormFailure failure={endOthers.error} />
        </div>
      ) : null}
      {data === null ? (
        <div className="pad">
          {error === null ? (
            <SkeletonLines lines={2} label="Loading sessions" />
          ) : (
            <Note tone="bad" title="Couldn't load sessions" role="alert">
              <p>{error.message}</p>
              <Button size="small" onClick={reload}>
                Try again
              </Button>
            </Note>
          )}
        </div>
      ) : (
        <ul className="list settings-rows">
          {data.data.map((session) => (
            <SessionRow key={session.id} session={session} zone={zone} />
          ))}
        </ul>
      )}
      {asked ? (
        <Suspense>
          <AlertDialog
            open
            title={others === 1 ? 'Sign out of the other session?' : `Sign out of ${others} other sessions?`}
            confirmLabel="Sign out others"
            cancelLabel="Stay signed in"
            destructive
            onConfirm={() => {
              setAsked(false);
              endOthers.submit({});
            }}
            onCancel={() => setAsked(false)}
          >
            <p>Unsaved work in those sessions is lost. You stay signed in here.</p>
          </AlertDialog>
        </Suspense>
      ) : null}
    </Card>
  );
}

function SessionRow({ session, zone }: { session: OwnSession; zone: string }) {
  const now = useNow();
  const end = useSubmit(endOwnSession, { invalidates: [listOwnSessions] });
  const { id, current, user_agent: agent, ip, created_at: since, last_seen_at: seen } = session;
  const device = deviceWords(agent);
  return (
    <li>
      <Icon of={MonitorSmartphone} />
      <div className="what">
        <p>
          <span className="med">{device}</span> <span className="soft">{placeWords(ip)}</span>
        </p>
        <p className="meta quiet">
          Signed in {formatWhen(since, zone, now)}
          {current ? '' : `, last active ${formatWhen(seen, zone, now)}`}
        </p>
        <FormFailure failure={end.error} />
      </div>
      {current ? (
        <StatusWord tone="good">This device</StatusWord>
      ) : (
        <Button size="small" busy={end.state === 'submitting'} onClick={() => end.submit({ params: { id } })}>
          Sign out<span className="sr"> {device}</span>
        </Button>
      )}
    </li>
  );
}
