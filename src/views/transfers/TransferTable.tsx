import type { TransferAttempt } from '#contract/transfers.contract.ts';
import { isRunning, progressOf, stageOf } from '../../machines/transfers/transfer-stage.ts';
import { useNow } from '../_base/use-now.ts';
import { formatCount } from '../_kit/format/format-count.ts';
import { formatWhen } from '../_kit/format/format-when.ts';
import { Anchor } from '../_kit/display/Link.tsx';
import { Progress } from '../_kit/states/Progress.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { Cell, HeadCell, Table, TableScroll } from '../_kit/display/Table.tsx';
import { barState, doneWords, namesOf, paceWords, sentenceOf, STAGE_WORDS, transferTitle } from './transfer-words.ts';

export function TransferTable({ attempts, zone }: { attempts: readonly TransferAttempt[]; zone: string }) {
  return (
    <TableScroll label="Transfers">
      <Table full stacks className="transfers">
        <thead>
          <tr>
            <HeadCell>To</HeadCell>
            <HeadCell leaves={2}>Contacts</HeadCell>
            <HeadCell className="c-who" leaves={4}>
              By
            </HeadCell>
            <HeadCell className="c-state">State</HeadCell>
            <HeadCell numeric className="c-num">
              Contacts
            </HeadCell>
            <HeadCell numeric className="c-num" leaves={3}>
              Transferred
            </HeadCell>
            <HeadCell numeric className="c-num" leaves={1}>
              Skipped
            </HeadCell>
            <HeadCell numeric className="c-when">
              Requested
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {attempts.map((attempt) => (
            <TransferLine key={attempt.id} attempt={attempt} zone={zone} />
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}

function TransferLine({ attempt, zone }: { attempt: TransferAttempt; zone: string }) {
  const { id, to, user, counts, total, created_at } = attempt;
  const now = useNow();
  return (
    <tr>
      <Cell className="name" narrow="title" title={transferTitle(attempt)}>
        <Anchor href={`/transfers/${id}`}>{namesOf(to)}</Anchor>
      </Cell>
      <Cell leaves={2} narrow="none" title={sentenceOf(attempt)}>
        {sentenceOf(attempt)}
      </Cell>
      <Cell leaves={4} narrow="none">
        {user.name}
      </Cell>
      <Cell narrow="sub">
        <State attempt={attempt} />
      </Cell>
      <Cell numeric narrow="aside">
        {formatCount(total)}
      </Cell>
      <Count count={counts.moved} leaves={3} />
      <Count count={counts.left} leaves={1} />
      <Cell numeric narrow="sub-aside">
        {formatWhen(created_at, zone, now)}
      </Cell>
    </tr>
  );
}

const Count = ({ count, leaves }: { count: number; leaves: 1 | 3 }) => (
  <Cell numeric leaves={leaves} narrow="none">
    {count === 0 ? <span className="quiet">0</span> : formatCount(count)}
  </Cell>
);

function State({ attempt }: { attempt: TransferAttempt }) {
  const { text, tone } = STAGE_WORDS[stageOf(attempt)];
  if (!isRunning(attempt) || stageOf(attempt) === 'queued')
    return <StatusWord {...(tone && { tone })}>{text}</StatusWord>;
  return (
    <span className="state-line">
      <span className="meta num cut">{paceWords(attempt)}</span>
      <Progress
        thin
        label={transferTitle(attempt)}
        {...progressOf(attempt)}
        state={barState(attempt)}
        text={doneWords(attempt)}
      />
    </span>
  );
}
