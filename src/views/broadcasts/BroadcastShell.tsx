import { Navigate, useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { useLayoutEffect } from 'react';
import { titleOf } from '#rules/access/pages.ts';
import type { BroadcastActor } from '../../machines/broadcasts/broadcast.machine.ts';
import { DRAFT_STEPS, type DraftStep } from '../../machines/broadcasts/broadcast-context.ts';
import { NotFound } from '../_base/NotFound.tsx';
import { numberIn } from '../_base/routes/page-parts.tsx';
import { useApp } from '../_base/use-app.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { useTold } from '../_base/use-told.ts';
import { useFocusKept } from '../_kit/format/use-focus-kept.ts';
import { WorkAbsent } from '../_running/WorkAbsent.tsx';
import { DraftView } from './draft/DraftView.tsx';
import { LiveView } from './live/LiveView.tsx';
import { CRUMBS } from './crumbs.ts';
import './broadcasts.css';

/** One broadcast at the address that is open. The address is read here, so that every other page loads less. */
export function BroadcastShell() {
  const [, area, number, place = ''] = useLocation().pathname.toLowerCase().split('/');
  const id = numberIn(number);
  // The next page is on its way.
  if (area !== 'broadcasts') return null;
  return id === null ? <NotFound /> : <OneBroadcast key={id} id={id} place={place} />;
}

/** One broadcast at one of its addresses: a step of its draft, or empty for its progress. */
function OneBroadcast({ id, place }: { id: number; place: string }) {
  const { broadcast, newKey } = usePageMachines();
  const actor = usePageMachine(broadcast, { input: { id, newKey } });
  useSavedOnLeaving(actor);
  return <BroadcastView actor={actor} id={id} place={place} />;
}

/** Saves what was typed just before the page is left, hidden or loaded again. */
function useSavedOnLeaving(actor: BroadcastActor): void {
  // Before the machine is stopped.
  useLayoutEffect(() => {
    const save = () => actor.send({ type: 'broadcast.leave' });
    document.addEventListener('visibilitychange', save);
    addEventListener('pagehide', save);
    return () => {
      document.removeEventListener('visibilitychange', save);
      removeEventListener('pagehide', save);
      save();
    };
  }, [actor]);
}

const stepOf = (place: string): DraftStep | null => DRAFT_STEPS.find((step) => step === place) ?? null;

interface BroadcastViewProps {
  actor: BroadcastActor;
  id: number;
  place: string;
}

/** What the machine says the broadcast is decides which address shows it. */
export function BroadcastView({ actor, id, place }: BroadcastViewProps) {
  const step = stepOf(place);
  useTold(actor, step && { type: 'broadcast.at', step });
  const snapshot = useSelector(actor, (now) => now);
  const { user } = useApp();
  const frame = useFocusKept<HTMLDivElement>('.doing .btn', '[role=tab][aria-selected=true]');
  const { broadcast, failure } = snapshot.context;
  if (snapshot.hasTag('deleted')) return <Navigate to="/broadcasts" replace />;
  if (broadcast === null || snapshot.hasTag('missing'))
    return (
      <WorkAbsent
        what="broadcast"
        title={titleOf('/broadcasts/$id')}
        crumbs={CRUMBS}
        snapshot={{ hasTag: (tag) => snapshot.hasTag(tag), context: { failure } }}
        kept={{ what: 'The broadcast', detail: 'A scheduled broadcast is sent in the background.' }}
        list={{ label: 'All broadcasts', href: '/broadcasts' }}
        lines={8}
        onReload={() => actor.send({ type: 'broadcast.reload' })}
      />
    );
  // Only its owner edits a draft.
  const isDraft = snapshot.hasTag('draft') && broadcast.user.id === user.id;
  if (isDraft && step === null)
    return <Navigate to="/broadcasts/$id/$step" params={{ id: String(id), step: 'audience' }} replace />;
  if (!isDraft && step !== null) return <Navigate to="/broadcasts/$id" params={{ id: String(id) }} replace />;
  return (
    <div className="broadcast-view" ref={frame}>
      {step === null || !isDraft ? (
        <LiveView actor={actor} broadcast={broadcast} />
      ) : (
        <DraftView actor={actor} broadcast={broadcast} step={step} />
      )}
    </div>
  );
}
