import { useSelector } from '@xstate/react';
import { Undo2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IMPORT_UNDO_DAYS, type ImportAttempt } from '#contract/imports.contract.ts';
import type { ImportActor } from '../../../machines/imports/import.machine.ts';
import { hasWritten } from '../../../machines/imports/next-step.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { formatCount, formatCounted } from '../../_kit/format/format-count.ts';
import { formatDate } from '../../_kit/format/format-when.ts';
import { useNow } from '../../_base/use-now.ts';

const AlertDialog = lazy(() =>
  import('../../_kit/overlays/AlertDialog.tsx').then(({ AlertDialog: dialog }) => ({ default: dialog })),
);

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
  const { created, updated } = attempt.counts;
  if (attempt.undo || attempt.deleted_at !== null || !hasWritten(attempt)) return null;

  const end = new Date(
    (attempt.finished_at ? Date.parse(attempt.finished_at) : now.getTime()) + IMPORT_UNDO_DAYS * DAY_MS,
  );
  const isOver = attempt.finished_at !== null && end < now;
  const deed = `Undo removes ${formatCounted(created, 'created contact', 'created contacts')}${
    updated > 0 ? `  and reverts ${formatCounted(updated, 'update', 'updates')}` : ''
  }${attempt.updated_lead_tags.length > 0 ? ', and the tags on scrub matches' : ''}.`;
  return (
    <Card className="after">
      <div>
        <h3>
          {isOver ? 'Undo was available until ' : 'You can undo until '}
          <span className="num">{formatDate(end, zone)}</span>
        </h3>
        {isOver ? null : <p className="soft">{deed} Contacts changed since then are skipped and listed.</p>}
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
          <AlertDialog
            open
            title={`Undo ${attempt.file_name}?`}
            confirmLabel={created + updated > 0 ? `Undo ${formatCount(created + updated)}` : 'Undo'}
            cancelLabel="Keep them"
            destructive
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              setAsking(false);
              actor.send({ type: 'import.undo' });
            }}
          >
            <p>{deed} Contacts changed since then are skipped and listed with the reason.</p>
          </AlertDialog>
        ) : null}
      </Suspense>
    </Card>
  );
}
