import { useNavigate, useSearch } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import type { DryRunRow, FlowDryRun } from '#contract/workflows/dry-runs.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { idPage } from '../../_base/routes/page-parts.tsx';
import { usePageMachine } from '../../_base/use-page-machine.ts';
import { usePageMachines } from '../../_base/use-page-machines.ts';
import { PageBar } from '../../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../../_kit/controls/Button.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { StatusWord } from '../../_kit/display/StatusWord.tsx';
import { classes } from '../../_kit/format/class-names.ts';
import { useFocusKept } from '../../_kit/format/use-focus-kept.ts';
import { Progress } from '../../_kit/states/Progress.tsx';
import { WorkAbsent } from '../../_running/WorkAbsent.tsx';
import { BehindPanel } from './BehindPanel.tsx';
import { DryRunRows } from './DryRunRows.tsx';
import { chosenRow, type DryRunSearch } from './dry-run-search.ts';
import { barState, doneWords, outcomeOf, RUN_WORDS } from './dry-run-words.ts';
import '../../_resource/resource.css';
import '../workflows.css';

const CRUMBS = [{ label: 'Workflows', href: '/workflows' }];

/** A dry run of a workflow's audience: its contacts by step and reason, and beside them those behind a number. */
function DryRunPage({ id }: { readonly id: number }) {
  const { followed, newKey } = usePageMachines();
  const actor = usePageMachine(followed.dryRun, { input: { ref: id, newKey } });
  const snapshot = useSelector(actor, (now) => now);
  const { work: run, refusal } = snapshot.context;
  const frame = useFocusKept<HTMLDivElement>('.doing .btn', '.job');
  const navigate = useNavigate();
  const chosen = chosenRow({ ...(useSearch({ strict: false }) as object) });
  if (run === null)
    return (
      <WorkAbsent
        what="dry run"
        title={titleOf('/workflows/dry-runs/$id')}
        crumbs={CRUMBS}
        snapshot={snapshot}
        kept={{ what: 'Dry run', detail: 'Still running in the background.' }}
        list={{ label: 'All workflows', href: '/workflows' }}
        lines={6}
        onReload={() => actor.send({ type: 'work.reload' })}
      />
    );
  const open = run.rows.find((row) => isSame(row, chosen)) ?? null;
  const choose = (search: DryRunSearch) => void navigate({ to: '.', search: search as never, replace: open !== null });
  return (
    <div ref={frame} style={{ display: 'contents' }}>
      <PageBar
        title={`Dry run of ${run.flow.name}`}
        crumbs={[...CRUMBS, { label: run.flow.name, href: `/workflows/${run.flow.id}?tab=trial` }]}
        scope="Nothing is sent"
        actions={
          snapshot.can({ type: 'work.cancel' }) ? (
            <Button busy={snapshot.hasTag('busy')} onClick={() => actor.send({ type: 'work.cancel' })}>
              Cancel
            </Button>
          ) : (
            <ButtonLink href={`/workflows/${run.flow.id}`}>Open workflow</ButtonLink>
          )
        }
      />
      <div className={classes('with-side', open !== null && 'is-open')}>
        <div className="with-side-list">
          <div className="scroll flow-tab">
            <div className="body stack flow-above">
              {refusal ? <Note tone="bad" role="alert" title={refusal.text} /> : null}
              <Known run={run} isOver={snapshot.hasTag('ended')} />
            </div>
            <DryRunRows rows={run.rows} open={open} onOpen={(row) => choose(searchOf(row))} />
          </div>
        </div>
        {open === null ? null : (
          <BehindPanel
            id={run.id}
            version={run.version}
            row={open}
            page={chosen.rows ?? 1}
            onPage={(rows) => choose({ ...searchOf(open), rows })}
            onClose={() => choose({})}
          />
        )}
      </div>
    </div>
  );
}

export const DryRunRoute = idPage(DryRunPage);

const searchOf = ({ step_id: step, outcome, reason }: DryRunRow): DryRunSearch => ({ step, outcome, reason });

const isSame = (row: DryRunRow, { step = '', outcome, reason = '' }: DryRunSearch): boolean =>
  row.step_id === step && row.outcome === outcome && row.reason === reason;

function Known({ run, isOver }: { readonly run: FlowDryRun; readonly isOver: boolean }) {
  const { text, tone } = RUN_WORDS[run.status];
  const outcome = outcomeOf(run);
  return (
    <>
      {isOver ? <Note tone={outcome.tone} title={outcome.text} /> : null}
      <section className="card job" aria-label="Progress" tabIndex={-1}>
        <div className="line1">
          <span className="big">{doneWords(run)}</span>
          <span className="right">
            <StatusWord {...(tone && { tone })}>{text}</StatusWord>
          </span>
        </div>
        <Progress
          label="Contacts led through the steps"
          done={run.done}
          total={run.status === 'queued' ? null : run.total}
          state={barState(run)}
          text={`${doneWords(run)}, ${text}`}
        />
        <p className="soft">
          {run.sentence}. {run.replies ? 'Assumes that they reply.' : 'Assumes that no one replies.'}
        </p>
        <p className="sr" aria-live="polite">
          {text}
        </p>
      </section>
      {isOver ? null : <p className="meta quiet">You can leave this page. We'll notify you when it's done.</p>}
    </>
  );
}
