import { useSelector } from '@xstate/react';
import { FileQuestion } from 'lucide-react';
import { titleOf } from '#rules/access/pages.ts';
import type { TransferActor } from '../../machines/transfers/transfer.machine.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { useFocusKept } from '../_kit/format/use-focus-kept.ts';
import { sentenceOf, transferTitle } from './transfer-words.ts';
import { TransferActions } from './TransferActions.tsx';
import { TransferFacts } from './TransferFacts.tsx';
import { TransferLogs } from './TransferLogs.tsx';
import { TransferOutcome } from './TransferOutcome.tsx';
import { TransferProgress } from './TransferProgress.tsx';
import { SHOWN_TAB, TransferRows } from './TransferRows.tsx';
import { useTransferRows } from './use-transfer-rows.ts';
import './transfers.css';

const CRUMBS = [{ label: 'Transfers', href: '/transfers' }];

/** One transfer, while it runs and after it. */
export function TransferPage({ id }: { id: number }) {
  const { transfer } = usePageMachines();
  return <TransferView actor={usePageMachine(transfer, { input: { id } })} id={id} />;
}

/** The transfer that the machine follows, in one of its states. */
export function TransferView({ actor, id }: { actor: TransferActor; id: number }) {
  const snapshot = useSelector(actor, (now) => now);
  const { attempt, refusal } = snapshot.context;
  const rows = useTransferRows(id, attempt);
  const frame = useFocusKept<HTMLDivElement>('.doing .btn', SHOWN_TAB);
  if (snapshot.hasTag('missing'))
    return (
      <>
        <PageBar title={titleOf('/transfers/$id')} crumbs={CRUMBS} />
        <EmptyState
          icon={FileQuestion}
          title="Transfer not found"
          text="The transfer doesn't exist, or you don't have access."
          action={<ButtonLink href="/transfers">All transfers</ButtonLink>}
        />
      </>
    );
  if (snapshot.hasTag('unreachable'))
    return (
      <>
        <PageBar title={titleOf('/transfers/$id')} crumbs={CRUMBS} />
        <ErrorPanel
          title="Couldn't load transfer"
          text={refusal?.text ?? ''}
          requestId={refusal?.requestId ?? null}
          kept={[{ what: 'Contacts transferred so far', detail: 'Still running in the background.' }]}
          actions={<Button onClick={() => actor.send({ type: 'work.reload' })}>Try again</Button>}
        />
      </>
    );
  if (attempt === null)
    return (
      <>
        <PageBar title={titleOf('/transfers/$id')} crumbs={CRUMBS} />
        <SkeletonLines lines={8} label="Loading transfer" />
      </>
    );
  return (
    <div className="transfer-view" ref={frame}>
      <PageBar
        title={transferTitle(attempt)}
        crumbs={CRUMBS}
        scope={sentenceOf(attempt)}
        actions={rows.mayChange ? <TransferActions actor={actor} attempt={attempt} /> : undefined}
      />
      <div className="scroll">
        <div className="body two transfer-page">
          <div className="transfer-main">
            {refusal ? <Note tone="bad" role="alert" title={refusal.text} /> : null}
            {snapshot.hasTag('ended') ? <TransferOutcome attempt={attempt} mayChange={rows.mayChange} /> : null}
            <TransferProgress attempt={attempt} />
            {snapshot.hasTag('ended') ? null : (
              <p className="meta quiet">You can leave this page. We'll notify you when it's done.</p>
            )}
            <TransferRows actor={actor} attempt={attempt} rows={rows} />
          </div>
          <div className="side">
            <TransferFacts attempt={attempt} />
            <TransferLogs attempt={attempt} />
          </div>
        </div>
      </div>
    </div>
  );
}
