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
import {
  barState,
  doneWords,
  outcomeOf,
  REASON_WORDS,
  sentenceOf,
  STAGE_WORDS,
  timeLeftOf,
  transferTitle,
} from './transfer-words.ts';
import { TransferActions } from './TransferActions.tsx';
import { TransferLogs } from './TransferLogs.tsx';
import { SHOWN_TAB, TransferRows } from './TransferRows.tsx';
import { useTransferRows } from './use-transfer-rows.ts';
import { progressOf, stageOf, stillMoved } from '../../machines/transfers/transfer-stage.ts';
import { formatCount } from '../_kit/format/format-count.ts';
import { WorkProgress } from '../_kit/states/WorkProgress.tsx';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { Card } from '../_kit/display/Card.tsx';
import { Facts } from '../_kit/display/Facts.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
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

/** Outcome of a transfer, reasons for skipped contacts, and those that a revert kept. */
function TransferOutcome({ attempt, mayChange }: { attempt: TransferAttempt; mayChange: boolean }) {
  const { tone, text } = outcomeOf(attempt);
  const stage = stageOf(attempt);
  const isBroken = stage === 'failed' || stage === 'cancelled';
  return (
    <Note tone={tone} title={text}>
      {attempt.by_reason.map(({ reason, contacts }) => (
        <p key={reason}>
          {formatCount(contacts)} skipped: {REASON_WORDS[reason]}.
        </p>
      ))}
      {(attempt.put_back?.kept ?? 0) > 0 ? <p>See the reasons under Not reverted.</p> : null}
      {isBroken && mayChange ? (
        <p>Transferred contacts stay with the new owner. Resume continues where it stopped.</p>
      ) : null}
      {stage === 'complete' && mayChange && stillMoved(attempt) > 0 ? (
        <p>You can revert this transfer. Contacts changed before then are skipped.</p>
      ) : null}
    </Note>
  );
}

/** Progress of a transfer or its revert, with a total that anyone can check. */
function TransferProgress({ attempt }: { attempt: TransferAttempt }) {
  const { counts, total, done, put_back, rate, active_ms } = attempt;
  const stage = stageOf(attempt);
  const moves = (stage === 'processing' || stage === 'reverting') && progressOf(attempt).done > 0;
  return (
    <WorkProgress
      label={stage === 'reverting' ? 'Contacts reverted' : 'Contacts transferred'}
      {...progressOf(attempt)}
      state={barState(attempt)}
      text={doneWords(attempt)}
      status={STAGE_WORDS[stage]}
      pace={moves ? { rate, leftMs: timeLeftOf(attempt) } : null}
      activeMs={active_ms}
      parts={[
        { label: 'Transferred', count: counts.moved },
        { label: 'Already theirs', count: counts.unchanged },
        { label: 'Skipped', count: counts.left },
        ...(done < total ? [{ label: 'To go', count: total - done }] : []),
        ...(put_back === null
          ? []
          : [
              { label: 'Reverted', count: put_back.put_back },
              { label: 'Not reverted', count: put_back.kept },
            ]),
      ]}
    />
  );
}

/** Parties of the transfer, who ordered it, and on what basis. */
function TransferFacts({ attempt }: { attempt: TransferAttempt }) {
  const { user, actor, to, note, consent, created_at, finished_at } = attempt;
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const { rule, attested } = consent;
  return (
    <Card title="Details" padded>
      <Facts
        facts={[
          { label: 'By', value: actor === null ? user.name : `${actor.name}, as ${user.name}` },
          {
            label: 'To',
            value: (
              <>
                {to.map(({ name }) => name).join(', ')}
                {to.length > 1 ? <span className="quiet"> in turn</span> : null}
              </>
            ),
          },
          ...(note ? [{ label: 'Note', value: note }] : []),
          ...(rule ? [{ label: 'Rule', value: rule.source ? `${rule.title} (${rule.source})` : rule.title }] : []),
          ...(attested === null ? [] : [{ label: 'Paper consent', value: attested }]),
          { label: 'Requested', value: formatWhen(created_at, zone, now) },
          ...(finished_at === null ? [] : [{ label: 'Ended', value: formatWhen(finished_at, zone, now) }]),
        ]}
      />
    </Card>
  );
}
