import { useSelector } from '@xstate/react';
import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import type { FollowedActor } from '../../machines/_running/followed-work.machine.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { WorkAbsent } from '../_running/WorkAbsent.tsx';
import { Note } from '../_kit/display/Note.tsx';
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
  const { followed, newKey } = usePageMachines();
  return <TransferView actor={usePageMachine(followed.transfer, { input: { ref: id, newKey } })} id={id} />;
}

/** The transfer that the machine follows. */
export function TransferView({ actor, id }: { actor: FollowedActor<TransferAttempt>; id: number }) {
  const snapshot = useSelector(actor, (now) => now);
  const { work: attempt, refusal } = snapshot.context;
  const rows = useTransferRows(id, attempt);
  const frame = useFocusKept<HTMLDivElement>('.doing .btn', SHOWN_TAB);
  if (attempt === null)
    return (
      <WorkAbsent
        what="transfer"
        title={titleOf('/transfers/$id')}
        crumbs={CRUMBS}
        snapshot={snapshot}
        kept={{ what: 'Contacts transferred so far', detail: 'Still running in the background.' }}
        list={{ label: 'All transfers', href: '/transfers' }}
        lines={8}
        onReload={() => actor.send({ type: 'work.reload' })}
      />
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
