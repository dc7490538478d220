import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { ImportAttempt, ImportCheck } from '#contract/imports.contract.ts';
import { IMPORT_NEW_TAGS_MAX, type RowReason } from '#contract/imports/rows.contract.ts';
import type { ImportActor } from '../../../machines/imports/import.machine.ts';
import { taggedByScrub } from '../../../machines/imports/sum-check.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { formatCount, formatCounted, formatShare } from '../../_kit/format/format-count.ts';
import { Note } from '../../_kit/display/Note.tsx';
import { ProgressLine } from '../../_kit/states/Progress.tsx';
import { CauseList } from './CauseList.tsx';
import { birthColumn, Doubts } from './Doubts.tsx';
import { ConsentNote } from './ConsentNote.tsx';
import { DateOrders } from './DateOrders.tsx';
import { UnreadCells } from './UnreadCells.tsx';
import { ProblemRows } from '../rows/ProblemRows.tsx';

interface CheckStepProps {
  actor: ImportActor;
  attempt: ImportAttempt;
  rowsRead: number;
}

/** The server's findings about the whole file, before anything is imported; problem rows are corrected here. */
export function CheckStep({ actor, attempt, rowsRead }: CheckStepProps) {
  const [reason, setReason] = useState<RowReason | null>(null);
  const columns = useSelector(actor, ({ context }) => context.head.columns);
  const { check } = attempt;
  if (attempt.status === 'checking' || !check)
    return (
      <Card padded>
        <ProgressLine
          label={`Review of ${attempt.file_name}`}
          done={rowsRead}
          total={null}
          text={rowsRead > 0 ? `${formatCount(rowsRead)} rows checked` : 'Checking every row'}
          aside="About a minute per million rows"
        />
      </Card>
    );
  return (
    <>
      <dl className="stats">
        <Stat label="Rows" count={check.rows} />
        {check.planned ? (
          <>
            <Stat label="To create" count={check.planned.created} about="new contacts" />
            <Stat label="To update" count={check.planned.updated} about="existing contacts" />
          </>
        ) : (
          <Stat label="Can be imported" count={check.good} about={formatShare(check.good, check.rows)} />
        )}
        {check.unread ? (
          <Stat label="With unread cells" count={check.unread.rows} about="imported without them" />
        ) : null}
        <Stat
          label={check.planned ? 'To skip' : 'Skipped'}
          count={check.skipped}
          about={check.skipped > 0 ? 'see reasons below' : 'none'}
        />
        <Stat label="Problems" count={check.problems} about={check.problems > 0 ? 'correct them below' : 'none'} />
      </dl>
      {check.planned ? null : <Uncounted actor={actor} />}
      {check.good === 0 && taggedByScrub(attempt) === 0 ? (
        <Note tone="warn" title="No rows can be imported with the current column matches and options.">
          Go back to the columns, or fix the rows below.
        </Note>
      ) : null}
      <Doubts doubts={check.doubts ?? []} header={birthColumn(attempt, columns)} headerRow={attempt.header_row} />
      <NewTags
        tags={check.new_tags}
        header={columns.find(({ index }) => attempt.fields[String(index)] === 'tags')?.header ?? 'Tags'}
      />
      <NewPolicies policies={check.new_policies} />
      <ConsentNote consents={check.consents} verb="adds" />
      <DateOrders actor={actor} dates={check.dates ?? []} />
      {check.by_reason.length > 0 || check.unread ? (
        <div className="two check-two">
          <ProblemRows actor={actor} attempt={attempt} reason={reason} canFix />
          <div className="stack">
            {check.unread ? (
              <UnreadCells unread={check.unread} current={reason} onShow={setReason} showLabel="Fix" />
            ) : null}
            {check.by_reason.length > 0 ? (
              <Card title="Not imported" count={formatCount(check.problems + check.skipped)}>
                <CauseList
                  causes={check.by_reason}
                  headerRow={attempt.header_row}
                  current={reason}
                  onShow={setReason}
                />
              </Card>
            ) : null}
          </div>
        </div>
      ) : (
        <Note tone="good" title="All rows can be imported." />
      )}
      <p className="meta quiet">Nothing is imported yet. You can pause, cancel or undo the import after it starts.</p>
    </>
  );
}

/** Tags that the import creates. A column of notes shows here that it was matched to tags. */
function NewTags({ tags, header }: { tags: ImportCheck['new_tags']; header: string }) {
  if (!tags) return null;
  if (tags.count > IMPORT_NEW_TAGS_MAX) {
    return (
      <Note tone="bad" title={`The column "${header}" would create ${formatCount(tags.count)} tags`}>
        An import can create {IMPORT_NEW_TAGS_MAX}. Go back to the columns and match another column to tags, or none.
      </Note>
    );
  }
  const more = tags.count - tags.names.length;
  return (
    <Note tone="info" title={`The import creates ${formatCounted(tags.count, 'tag', 'tags')}`}>
      {tags.names.join(', ')}
      {more > 0 ? ` and ${formatCount(more)} more` : ''}
    </Note>
  );
}

/** Policies that the import adds, by their carriers. */
function NewPolicies({ policies }: { policies: ImportCheck['new_policies'] }) {
  if (!policies) return null;
  const more = policies.carriers - policies.names.length;
  return (
    <Note tone="info" title={`The import adds ${formatCounted(policies.count, 'policy', 'policies')}`}>
      {policies.names.join(', ')}
      {more > 0 ? ` and ${formatCounted(more, 'more carrier', 'more carriers')}` : ''}
    </Note>
  );
}

/** Says that the outcomes aren't counted (rows were corrected since, or the check never counted them), and offers to count. */
function Uncounted({ actor }: { actor: ImportActor }) {
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy') || snapshot.hasTag('saving'));
  return (
    <Note tone="info" title="Not counted yet">
      <p>
        This review doesn't say how many contacts will be created and how many updated. Check the file again to count
        them.
      </p>
      <Button size="small" busy={isBusy} onClick={() => actor.send({ type: 'import.check' })}>
        Check again
      </Button>
    </Note>
  );
}

function Stat({ label, count, about }: { label: string; count: number; about?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {formatCount(count)}
        {about === undefined ? null : <small>{about}</small>}
      </dd>
    </div>
  );
}
