import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { LiveOverview } from '#contract/live.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import type { LiveActor } from '../../machines/live/live.machine.ts';
import { useApp } from '../_base/use-app.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { ExportsCard } from '../exports/ExportsCard.tsx';
import { FinishedList } from './FinishedList.tsx';
import { LiveStats } from './LiveStats.tsx';
import { PeopleList } from './PeopleList.tsx';
import { RunningList } from './RunningList.tsx';
import { ThroughputCard } from './ThroughputCard.tsx';
import './live.css';

/** The supervisor's page: everything that runs below them. */
export function LivePage() {
  const { user } = useApp();
  const actor = usePageMachine(usePageMachines().live);
  return (
    <LiveView actor={actor} name={`${user.first_name} ${user.last_name}`} zone={IANA_ZONES[user.timezone]}>
      <ExportsCard />
    </LiveView>
  );
}

interface LiveViewProps {
  actor: LiveActor;
  /** Name of the manager. */
  name: string;
  zone: string;
  /** Details next to the running work. */
  children?: ReactNode;
}

export function LiveView({ actor, name, zone, children }: LiveViewProps) {
  const snapshot = useSelector(actor, (now) => now);
  const { overview, refusal, askedFor } = snapshot.context;
  if (snapshot.hasTag('unreachable'))
    return (
      <>
        <PageBar title={titleOf('/live')} />
        <ErrorPanel
          title="Couldn't load live page"
          text={refusal?.text}
          requestId={refusal?.requestId}
          kept={[{ what: 'Running jobs', detail: 'Still running in the background.' }]}
          actions={<Button onClick={() => actor.send({ type: 'live.reload' })}>Try again</Button>}
        />
      </>
    );
  return (
    <>
      <PageBar
        title={titleOf('/live')}
        scope={
          overview ? (
            <>
              Downline of {name}: <b>{formatCount(overview.people.length)}</b> users,{' '}
              <b>{formatCount(countRunning(overview))}</b> running
            </>
          ) : null
        }
      />
      <div className="scroll">
        <div className="body live">
          {overview ? (
            <>
              {refusal ? (
                <div className="all">
                  <Note tone="bad" title={refusal.text} role="alert" />
                </div>
              ) : null}
              <LiveStats overview={overview} />
              <div className="left">
                <RunningList
                  running={overview.running}
                  changes={overview.changes}
                  transfers={overview.transfers}
                  prints={overview.prints}
                  broadcasts={overview.broadcasts}
                  verifications={overview.verifications}
                  askedFor={askedFor}
                  onPause={(id) => actor.send({ type: 'live.pause', id })}
                  onPauseBroadcast={(id) => actor.send({ type: 'live.pauseBroadcast', id })}
                  onVerification={(id, command) => actor.send({ type: 'live.changeVerification', id, command })}
                  onResume={(id) => actor.send({ type: 'live.resume', id })}
                />
                <FinishedList overview={overview} zone={zone} />
              </div>
              <div className="right">
                <PeopleList overview={overview} />
                <ThroughputCard points={overview.throughput} zone={zone} />
                {children}
              </div>
            </>
          ) : (
            <SkeletonLines lines={8} label="Loading live page" />
          )}
        </div>
      </div>
    </>
  );
}

const countRunning = ({ running, changes, transfers, prints, broadcasts, verifications }: LiveOverview): number =>
  running.length + changes.length + transfers.length + prints.length + broadcasts.length + verifications.length;
