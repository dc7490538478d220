import { useNavigate } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import { Download, Mail, Pencil, Printer, RefreshCw, X } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { type Report, type ReportResult, reports } from '#contract/reports.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { REPORT_KINDS } from '#rules/reports/report-types.ts';
import { scheduleWords } from '#rules/reports/report-schedule.ts';
import { formatInstant } from '#rules/reports/report-values.ts';
import { daysWords, definitionWords } from '#rules/reports/report-words.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { Refusal } from '../../machines/imports/refusal.ts';
import { useApp } from '../_base/use-app.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { useResource } from '../_base/use-resource.ts';
import { useTold } from '../_base/use-told.ts';
import { useScopeNames } from '../contacts/list/use-scope-names.tsx';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { DeleteReport } from './DeleteReport.tsx';
import { ReportNumbers } from './ReportNumbers.tsx';
import { RowsPanel } from './RowsPanel.tsx';
import { useChosenNumber } from './use-chosen-number.ts';
import '../_resource/resource.css';
import './reports.css';

const ScheduleDialog = lazyPart(() => import('./ScheduleDialog.tsx'), 'ScheduleDialog');
const ReportDialog = lazyPart(() => import('./ReportDialog.tsx'), 'ReportDialog');

const CRUMBS = [{ label: 'Reports', href: '/reports' }];

/** One report: its numbers as a chart and a table, and beside them the rows behind a number. */
export function ReportPage({ id }: { id: number }) {
  const { report: machine, newKey } = usePageMachines();
  const actor = usePageMachine(machine, { input: { id, newKey } });
  const snapshot = useSelector(actor, (now) => now);
  const read = useResource(reports.read, { params: { id } });
  const report = read.data?.data ?? null;
  useTold(actor, report === null ? null : { type: 'report.read', isCurrent: isCurrent(report) });
  if (report === null)
    return (
      <>
        <PageBar title={titleOf('/reports/$id')} crumbs={CRUMBS} />
        {read.error === null ? (
          <SkeletonLines lines={10} label="Loading the report" />
        ) : (
          <ErrorPanel
            title="Couldn't load this report"
            text={read.error.message}
            requestId={read.error.requestId}
            actions={<Button onClick={read.reload}>Try again</Button>}
          />
        )}
      </>
    );
  return (
    <ReportView
      report={report}
      isBusy={snapshot.hasTag('busy')}
      isCanceled={snapshot.hasTag('canceled')}
      refusal={snapshot.hasTag('failed') ? snapshot.context.refusal : null}
      onRefresh={() => actor.send({ type: 'report.refresh' })}
      onCancel={() => actor.send({ type: 'report.cancel' })}
    />
  );
}

/** True when its numbers are those of its definition. */
const isCurrent = ({ result, definition }: Report): boolean =>
  result !== null && JSON.stringify(result.definition) === JSON.stringify(definition);

interface ReportViewProps {
  report: Report;
  isBusy: boolean;
  isCanceled: boolean;
  refusal: Refusal | null;
  onRefresh: () => void;
  onCancel: () => void;
}

export function ReportView(props: ReportViewProps) {
  const { report, isBusy } = props;
  const { result } = report;
  const [chosen, choose] = useChosenNumber();
  const [dialog, setDialog] = useState<'edit' | 'schedule' | null>(null);
  const isOpen = result !== null && chosen.measure !== undefined;
  return (
    <>
      <PageBar
        title={report.name}
        crumbs={CRUMBS}
        actions={
          <>
            <Actions {...props} />
            <Tools report={report} onOpen={setDialog} />
          </>
        }
        manyActions
      />
      <div className={classes('with-side', isOpen && 'is-open')}>
        <div className="with-side-list">
          <div className="report-body" aria-busy={isBusy}>
            <About report={report} result={result} />
            <State {...props} />
            {result === null ? null : <ReportNumbers report={report} result={result} chosen={chosen} />}
          </div>
        </div>
        {isOpen ? (
          <RowsPanel report={report} result={result} chosen={chosen} choose={choose} onClose={() => choose({})} />
        ) : null}
      </div>
      <Suspense>
        {dialog === 'edit' ? (
          <ReportDialog report={report} onClose={() => setDialog(null)} onSaved={() => choose({})} />
        ) : null}
        {dialog === 'schedule' ? <ScheduleDialog report={report} onClose={() => setDialog(null)} /> : null}
      </Suspense>
    </>
  );
}

const Actions = ({ isBusy, onRefresh, onCancel }: ReportViewProps): ReactNode =>
  isBusy ? (
    <Button icon={X} onClick={onCancel}>
      Cancel
    </Button>
  ) : (
    <Button look="primary" icon={RefreshCw} onClick={onRefresh}>
      Refresh
    </Button>
  );

function Tools({ report, onOpen }: { report: Report; onOpen: (dialog: 'edit' | 'schedule') => void }) {
  const navigate = useNavigate();
  return (
    <>
      <a
        className="icon-btn"
        href={`${reports.file.path}?id=${report.id}`}
        download={`${report.type}.xlsx`}
        aria-label="Download as Excel file"
        title="Download as Excel file"
      >
        <Download className="i" aria-hidden="true" />
      </a>
      <IconButton icon={Mail} label="E-mail" onClick={() => onOpen('schedule')} />
      <IconButton icon={Printer} label="Print" onClick={() => window.print()} />
      {report.mine ? (
        <>
          <IconButton icon={Pencil} label="Edit report" onClick={() => onOpen('edit')} />
          <DeleteReport report={report} onDeleted={() => void navigate({ to: '/reports' } as never)} />
        </>
      ) : null}
    </>
  );
}

/** The definition in words, and when its numbers were computed. */
function About({ report, result }: { report: Report; result: ReportResult | null }) {
  const definition = result?.definition ?? report.definition;
  const { nameOf, source } = useScopeNames(definition.filters);
  return (
    <div>
      {source}
      <p>{definitionWords(report.type, definition, nameOf)}</p>
      <p className="soft">{REPORT_KINDS[report.type].about}</p>
      {result === null ? null : (
        <p className="soft num">
          {result.days === null ? '' : `${daysWords(result.days)}. `}As of{' '}
          {formatInstant(result.computed_at, result.zone)}
          {report.mine ? '' : `. Created by ${report.created_by.name}`}
        </p>
      )}
      <Schedule report={report} />
    </div>
  );
}

function Schedule({ report: { schedule } }: { report: Report }) {
  const { user } = useApp();
  if (schedule === null) return null;
  const next = formatInstant(schedule.next_at, IANA_ZONES[user.timezone]);
  return (
    <>
      <p className="soft num">
        E-mailed to you {scheduleWords(schedule)}, next on {next}
      </p>
      {schedule.problem === '' ? null : (
        <Note tone="warn" title="The last e-mail wasn't sent">
          <p>{schedule.problem}</p>
        </Note>
      )}
    </>
  );
}

function State({ report: { result }, isBusy, isCanceled, refusal, onRefresh }: ReportViewProps) {
  if (isBusy)
    return result === null ? (
      <SkeletonLines lines={8} label="Computing the report" />
    ) : (
      <output className="soft">Computing new numbers. Those below are from the last time.</output>
    );
  if (refusal !== null)
    return (
      <Note tone="bad" title="Couldn't compute the report" role="alert">
        <p>{refusal.text}</p>
        <Button size="small" onClick={onRefresh}>
          Try again
        </Button>
      </Note>
    );
  if (isCanceled)
    return (
      <output className="soft">
        Canceled. {result === null ? 'Refresh to compute the report.' : 'The numbers are from the last time.'}
      </output>
    );
  return null;
}
