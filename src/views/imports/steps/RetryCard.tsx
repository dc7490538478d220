import { useSelector } from '@xstate/react';
import { RotateCcw } from 'lucide-react';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { ImportActor } from '../../../machines/imports/import.machine.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { formatCounted } from '../../_kit/format/format-count.ts';

/** Trying again: where a failed import stopped, the problem rows of a finished one, a deleted one as it was. */
export function RetryCard({ actor, attempt }: { actor: ImportActor; attempt: ImportAttempt }) {
  const canRetry = useSelector(actor, (snapshot) => snapshot.can({ type: 'import.retry' }));
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const isDeleted = useSelector(actor, (snapshot) => snapshot.hasTag('deleted'));
  if (!canRetry) return null;
  const problems = formatCounted(attempt.counts.problems, 'problem row', 'problem rows');
  const [title, text, deed] = isDeleted
    ? ['This import is deleted', 'Its contacts are kept. You can restore it to the history.', 'Restore']
    : attempt.status === 'failed'
      ? ['You can resume', 'No row is imported twice.', 'Try again']
      : attempt.counts.problems === 0
        ? [
            `${formatCounted(attempt.unread_rows, 'row has', 'rows have')} unread cells`,
            'Fix the cells in the list. Then add your corrections to the contacts.',
            'Apply corrections',
          ]
        : [
            `${problems} left`,
            'Corrected rows use your corrections. Others may import now if contacts have changed.',
            `Try ${problems} again`,
          ];
  return (
    <Card className="after">
      <div>
        <h3>{title}</h3>
        <p className="soft">{text}</p>
      </div>
      <div className="row wrap">
        <Button size="small" icon={RotateCcw} busy={isBusy} onClick={() => actor.send({ type: 'import.retry' })}>
          {deed}
        </Button>
      </div>
    </Card>
  );
}
