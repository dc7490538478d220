import { useSelector } from '@xstate/react';
import { Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IMPORT_UNDO_DAYS, type ImportAttempt } from '#contract/imports.contract.ts';
import type { ImportActor } from '../../../machines/imports/import.machine.ts';
import { hasWritten } from '../../../machines/imports/next-step.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { formatDate } from '../../_kit/format/format-when.ts';
import { useNow } from '../../_base/use-now.ts';
import { lazyPart } from '../../_kit/states/lazy-part.ts';

const UndoDialog = lazyPart(() => import('./UndoDialog.tsx'), 'UndoDialog');

const DAY_MS = 86_400_000;

interface UndoCardProps {
  actor: ImportActor;
  attempt: ImportAttempt;
  zone: string;
}

/** Effect of an undo, and its deadline. */
export function UndoCard({ actor, attempt, zone }: UndoCardProps) {
  const canUndo = useSelector(actor, (snapshot) => snapshot.can({ type: 'import.undo' }));
  const isBusy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const [asking, setAsking] = useState(false);
  const now = useNow();
  if (attempt.undo || attempt.deleted_at !== null || !hasWritten(attempt)) return null;

  const end = new Date(
    (attempt.finished_at ? Date.parse(attempt.finished_at) : now.getTime()) + IMPORT_UNDO_DAYS * DAY_MS,
  );
  const isOver = attempt.finished_at !== null && end < now;
  const tagged = attempt.updated_lead_tags.length > 0 ? ' It also removes the tags on scrub matches.' : '';
  const said = attempt.consents ? ' It retracts the opt-outs and opt-ins of the file.' : '';
  return (
    <Card className="after">
      <div>
        <h3>
          {isOver ? 'Undo was available until ' : 'You can undo until '}
          <span className="num">{formatDate(end, zone)}</span>
        </h3>
        {isOver ? null : (
          <p className="soft">
            Undo deletes contacts that the import created and reverts its updates.{tagged}
            {said} Contacts changed since then are kept and listed.
          </p>
        )}
      </div>
      {isOver ? null : (
        <div className="row wrap">
          <Button
            size="small"
            icon={Undo2}
            busy={isBusy && canUndo}
            refusal={canUndo ? undefined : attempt.status === 'undoing' ? 'Undoing' : 'Pause first'}
            onClick={() => setAsking(true)}
          >
            {attempt.status === 'undoing' ? 'Undoing' : 'Undo import'}
          </Button>
          {canUndo || attempt.status === 'undoing' ? null : <span className="meta quiet">Pause first</span>}
        </div>
      )}
      <Suspense>
        {asking ? (
          <UndoDialog
            attempt={attempt}
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false);
              actor.send({ type: 'import.undo' });
            }}
          />
        ) : null}
      </Suspense>
    </Card>
  );
}
