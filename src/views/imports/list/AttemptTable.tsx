import { type ImportAttempt, listImportAttempts, retryImportAttempt } from '#contract/imports.contract.ts';
import { isRunning } from '../../../machines/imports/next-step.ts';
import { useApp } from '../../_base/use-app.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { formatWhen } from '../../_kit/format/format-when.ts';
import { Anchor, Link } from '../../_kit/display/Link.tsx';
import { Progress } from '../../_kit/states/Progress.tsx';
import { StatusWord } from '../../_kit/display/StatusWord.tsx';
import { Cell, HeadCell, Table, TableScroll } from '../../_kit/display/Table.tsx';
import { createdByHref, hasCreated } from '../imported-contacts.ts';
import { barState, doneWords, paceWords, STATUS_WORDS } from './status-words.ts';
import { useNow } from '../../_base/use-now.ts';

interface AttemptTableProps {
  attempts: readonly ImportAttempt[];
  zone: string;
  /** Then each row offers to bring it back. */
  isDeleted: boolean;
}

export function AttemptTable({ attempts, zone, isDeleted }: AttemptTableProps) {
  return (
    <TableScroll label="Imports">
      <Table full stacks className="attempts">
        <thead>
          <tr>
            <HeadCell>File</HeadCell>
            <HeadCell className="c-who" leaves={3}>
              User
            </HeadCell>
            <HeadCell className="c-state">State</HeadCell>
            <HeadCell numeric className="c-num">
              Rows
            </HeadCell>
            <HeadCell numeric className="c-num" leaves={4}>
              Created
            </HeadCell>
            <HeadCell numeric className="c-num" leaves={4}>
              Updated
            </HeadCell>
            <HeadCell numeric className="c-num" leaves={2}>
              Skipped
            </HeadCell>
            <HeadCell numeric className="c-num" leaves={2}>
              Problems
            </HeadCell>
            <HeadCell numeric className="c-when">
              {isDeleted ? <span className="sr">Restore</span> : 'Started'}
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <AttemptRow key={attempt.id} attempt={attempt} zone={zone} isDeleted={isDeleted} />
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}

function AttemptRow({ attempt, zone, isDeleted }: { attempt: ImportAttempt; zone: string; isDeleted: boolean }) {
  const { counts, total_rows } = attempt;
  const now = useNow();
  return (
    <tr>
      <Cell className="name" narrow="title" title={attempt.file_name}>
        <Anchor href={`/imports/${attempt.id}`}>{attempt.file_name}</Anchor>
      </Cell>
      <Cell leaves={3} narrow="none">
        {attempt.user.name}
      </Cell>
      <Cell narrow="sub">
        <State attempt={attempt} />
      </Cell>
      <Cell numeric narrow="aside">
        {total_rows === null ? '' : formatCount(total_rows)}
      </Cell>
      <Count count={counts.created} leaves={4} href={hasCreated(attempt) ? createdByHref(attempt.id) : undefined} />
      <Count count={counts.updated} leaves={4} />
      <Count count={counts.skipped} leaves={2} />
      <Count count={counts.problems} leaves={2} />
      <Cell numeric narrow="sub-aside">
        {isDeleted ? <BringBack attempt={attempt} /> : formatWhen(attempt.started_at ?? attempt.created_at, zone, now)}
      </Cell>
    </tr>
  );
}

interface CountProps {
  count: number;
  leaves: 2 | 4;
  /** The contacts that are counted. */
  href?: string | undefined;
}

const Count = ({ count, leaves, href }: CountProps) => (
  <Cell numeric leaves={leaves} narrow="none">
    {count === 0 ? <span className="quiet">0</span> : null}
    {count > 0 && href === undefined ? formatCount(count) : null}
    {count > 0 && href !== undefined ? (
      <Link href={href}>
        <span className="sr">View </span>
        {formatCount(count)}
        <span className="sr"> {count === 1 ? 'contact' : 'contacts'}</span>
      </Link>
    ) : null}
  </Cell>
);

function State({ attempt }: { attempt: ImportAttempt }) {
  const { status, total_rows, done_rows } = attempt;
  const { text, tone } = STATUS_WORDS[status];
  if (!isRunning(status) || status === 'checking' || status === 'queued')
    return <StatusWord {...(tone && { tone })}>{text}</StatusWord>;
  return (
    <span className="state-line">
      <span className="meta num cut">{status === 'processing' ? paceWords(attempt) : text}</span>
      <Progress
        thin
        label={attempt.file_name}
        done={done_rows}
        total={total_rows}
        state={barState(status)}
        text={doneWords(attempt)}
      />
    </span>
  );
}

function BringBack({ attempt }: { attempt: ImportAttempt }) {
  const { toasts } = useApp();
  const retry = useSubmit(retryImportAttempt, {
    invalidates: [listImportAttempts],
    onDone: () => toasts.show({ tone: 'good', text: `${attempt.file_name} restored to the history.` }),
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  return (
    <Button
      size="small"
      busy={retry.state === 'submitting'}
      onClick={() => retry.submit({ params: { id: attempt.id }, body: {} })}
    >
      Restore
    </Button>
  );
}
