import { useSelector } from '@xstate/react';
import { Pause, Play } from 'lucide-react';
import type { VerificationRun } from '#contract/verifications.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { dollars } from '#rules/billing/money.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { useFocusKept } from '../_kit/format/use-focus-kept.ts';
import { Progress } from '../_kit/states/Progress.tsx';
import { WorkAbsent } from '../_running/WorkAbsent.tsx';
import { barState, doneWords, outcomeOf, RUN_WORDS, runTitle, typesText } from './verification-words.ts';
import { VerificationsTable } from './VerificationsTable.tsx';

const CRUMBS = [
  { label: 'Contacts', href: '/contacts' },
  { label: 'Phone verifications', href: '/verifications' },
];

/** One run, while it looks numbers up and after it. */
export function VerificationPage({ id }: { id: number }) {
  const { followed, newKey } = usePageMachines();
  const actor = usePageMachine(followed.verification, { input: { ref: id, newKey } });
  const snapshot = useSelector(actor, (now) => now);
  const { work: run, refusal } = snapshot.context;
  const frame = useFocusKept<HTMLDivElement>('.doing .btn', '.job');
  if (run === null)
    return (
      <WorkAbsent
        what="phone verification"
        title={titleOf('/verifications/$id')}
        crumbs={CRUMBS}
        snapshot={snapshot}
        kept={{ what: 'Phone verification', detail: 'Still running in the background.' }}
        list={{ label: 'Go to phone verifications', href: '/verifications' }}
        lines={6}
        onReload={() => actor.send({ type: 'work.reload' })}
      />
    );
  const isBusy = snapshot.hasTag('busy');
  return (
    <div ref={frame}>
      <PageBar
        title={runTitle(run)}
        crumbs={CRUMBS}
        scope={run.sentence || 'Selected individually'}
        manyActions
        actions={
          <>
            {snapshot.can({ type: 'work.pause' }) ? (
              <Button icon={Pause} busy={isBusy} onClick={() => actor.send({ type: 'work.pause' })}>
                Pause
              </Button>
            ) : null}
            {snapshot.can({ type: 'work.resume' }) ? (
              <Button look="primary" icon={Play} busy={isBusy} onClick={() => actor.send({ type: 'work.resume' })}>
                Resume
              </Button>
            ) : null}
            {snapshot.can({ type: 'work.cancel' }) ? (
              <Button busy={isBusy} onClick={() => actor.send({ type: 'work.cancel' })}>
                Cancel
              </Button>
            ) : null}
          </>
        }
      />
      <div className="body">
        {refusal ? <Note tone="bad" role="alert" title={refusal.text} /> : null}
        <Known run={run} isOver={snapshot.hasTag('ended')} />
      </div>
      <VerificationsTable runId={id} version={run.version} />
    </div>
  );
}

function Known({ run, isOver }: { run: VerificationRun; isOver: boolean }) {
  const { text, tone } = RUN_WORDS[run.status];
  const outcome = outcomeOf(run);
  const types = typesText(run);
  return (
    <>
      {isOver ? <Note tone={outcome.tone} title={outcome.text} /> : null}
      {!isOver && run.failure !== null ? <Note tone="warn" title={run.failure} /> : null}
      <section className="card job" aria-label="Progress" tabIndex={-1}>
        <div className="line1">
          <span className="big">{doneWords(run)}</span>
          <span className="right">
            <StatusWord {...(tone && { tone })}>{text}</StatusWord>
          </span>
        </div>
        <Progress
          label="Numbers verified"
          done={run.done}
          total={run.total}
          state={barState(run)}
          text={`${doneWords(run)}, ${text}`}
        />
        <p className="soft">
          {isOver || types === '' ? '' : `${types}. `}
          {dollars(run.charged_cents)} of {dollars(run.total * run.price_cents)} used.
        </p>
        <p className="sr" aria-live="polite">
          {text}
        </p>
      </section>
      {isOver ? null : <p className="meta quiet">You can leave this page. We'll notify you when it's done.</p>}
    </>
  );
}
