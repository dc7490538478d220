import { useState } from 'react';
import { commandDemoWorld, type DemoCommand, readDemoWorld } from '#contract/demo.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { formatDuration } from '../_kit/format/format-duration.ts';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { ClockCard } from './ClockCard.tsx';
import { clockWords } from './clock-words.ts';
import { HappenedCard } from './HappenedCard.tsx';
import { NetworkCard } from './NetworkCard.tsx';
import { PartsCard } from './PartsCard.tsx';
import { ScenariosCard } from './ScenariosCard.tsx';
import { useDemoWorld } from './use-demo-world.ts';
import { WireCard } from './WireCard.tsx';
import { WorldCard } from './WorldCard.tsx';
import './demo.css';

/** The bench of testers: the clock, the lines and the parts of the demo world, and buttons that move them. */
export function DemoWorldPage() {
  const { boot, user, toasts } = useApp();
  const { world, ageMs, isGone, error, reload } = useDemoWorld();
  const [asked, setAsked] = useState<DemoCommand | null>(null);
  const { submit, state } = useSubmit(commandDemoWorld, {
    invalidates: [readDemoWorld],
    onDone: ({ data }) => toasts.show({ tone: 'info', text: data.sentence }),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  const command = (body: DemoCommand) => {
    setAsked(body);
    submit({ body });
  };
  const busy = state === 'submitting' ? asked : null;
  if (world === null)
    return (
      <>
        <PageBar title={titleOf('/admin/demo')} />
        {error === null ? (
          <SkeletonLines lines={8} label="Loading demo world" />
        ) : (
          <ErrorPanel
            title={boot.demo === null ? 'No demo world here' : "Can't load the demo world"}
            text={error.message}
            requestId={error.requestId}
            actions={<Button onClick={reload}>Try again</Button>}
          />
        )}
      </>
    );
  return (
    <>
      <PageBar title={titleOf('/admin/demo')} scope={clockWords(world)} />
      <div className="scroll">
        <div className="body demo-world">
          <div className="all" aria-live="polite">
            {isGone ? (
              <Note tone="warn" title={`No response from the server for ${formatDuration(ageMs)}.`}>
                This page updates when the server responds. Until then, use bin/demo-world instead of these buttons.
              </Note>
            ) : null}
            {world.resetting ? <Note tone="info" title="Resetting the demo world." /> : null}
          </div>
          <WireCard world={world} ageMs={ageMs} isGone={isGone} command={command} />
          <div className="column">
            <ClockCard world={world} ageMs={ageMs} busy={busy} command={command} zone={IANA_ZONES[user.timezone]} />
            <PartsCard world={world} ageMs={ageMs} busy={busy} command={command} />
            <HappenedCard log={world.log} zone={IANA_ZONES[user.timezone]} />
          </div>
          <div className="column">
            <NetworkCard busy={busy} command={command} />
            <WorldCard bytes={world.database_bytes} busy={busy} command={command} />
          </div>
          <ScenariosCard busy={busy} command={command} />
        </div>
      </div>
    </>
  );
}
