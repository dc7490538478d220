import { useSelector } from '@xstate/react';
import { Pause, Play, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import type { ImportActor } from '../../../machines/imports/import.machine.ts';
import { hasOpenDates } from '../../../machines/imports/mapping.ts';
import { taggedByScrub } from '../../../machines/imports/sum-check.ts';
import { rowsToGo } from '../../../machines/imports/time-left.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { formatCounted } from '../../_kit/format/format-count.ts';
import { ViewImported } from './ViewImported.tsx';
import { countWords } from '../list/status-words.ts';
import { lazyPart } from '../../_kit/states/lazy-part.ts';

const AlertDialog = lazyPart(() => import('../../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

/** Available actions, in the page header. The machine decides which. */
export function ImportActions({ actor, attempt }: { actor: ImportActor; attempt: ImportAttempt }) {
  const snapshot = useSelector(actor, (now) => now);
  const [asking, setAsking] = useState<'cancel' | 'delete' | null>(null);
  const isBusy = snapshot.hasTag('busy');
  const can = (type: 'import.pause' | 'import.resume' | 'import.cancel' | 'import.delete' | 'import.start') =>
    snapshot.can({ type });
  const good = attempt.check?.good ?? 0;
  const tagged = taggedByScrub(attempt);
  const { created, updated } = attempt.counts;
  const written = countWords({ counts: { created, updated, skipped: 0, problems: 0 } });

  return (
    <>
      {snapshot.hasTag('editing') ? (
        <Button look="primary" busy={isBusy} onClick={() => actor.send({ type: 'import.check' })}>
          Check the file
        </Button>
      ) : null}
      {snapshot.hasTag('checked') ? (
        <>
          <Button onClick={() => actor.send({ type: 'import.edit' })}>Back to columns</Button>
          <Button
            look="primary"
            busy={isBusy}
            refusal={can('import.start') ? undefined : startRefusal(attempt)}
            onClick={() => actor.send({ type: 'import.start' })}
          >
            {good === 0 && tagged > 0
              ? `Tag ${formatCounted(tagged, 'match', 'matches')}`
              : `Import ${formatCounted(good, 'row', 'rows')}`}
          </Button>
        </>
      ) : null}
      {attempt.status === 'checking' ? (
        <Button busy={isBusy} onClick={() => actor.send({ type: 'import.edit' })}>
          Stop the check
        </Button>
      ) : null}
      {can('import.pause') ? (
        <Button icon={Pause} busy={isBusy} onClick={() => actor.send({ type: 'import.pause' })}>
          Pause
        </Button>
      ) : null}
      {attempt.status === 'pausing' ? <Button busy>Pausing</Button> : null}
      {can('import.resume') ? (
        <Button look="primary" icon={Play} busy={isBusy} onClick={() => actor.send({ type: 'import.resume' })}>
          Resume
        </Button>
      ) : null}
      {can('import.cancel') ? (
        <Button look="danger" busy={isBusy} onClick={() => setAsking('cancel')}>
          Cancel import
        </Button>
      ) : null}
      {snapshot.hasTag('ended') && can('import.delete') ? (
        // Quiet: it may be the only button, and it only hides the import from the history.
        <Button icon={Trash2} busy={isBusy} onClick={() => setAsking('delete')}>
          Delete
        </Button>
      ) : null}
      <ViewImported attempt={attempt} />
      <Suspense>
        {asking === null ? null : (
          <AlertDialog
            open
            title={asking === 'cancel' ? `Cancel ${attempt.file_name}?` : `Delete ${attempt.file_name}?`}
            confirmLabel={asking === 'cancel' ? 'Cancel import' : 'Delete'}
            cancelLabel={asking === 'cancel' ? 'Keep importing' : 'Keep it'}
            destructive
            onCancel={() => setAsking(null)}
            onConfirm={() => {
              setAsking(null);
              actor.send({ type: asking === 'cancel' ? 'import.cancel' : 'import.delete' });
            }}
          >
            {asking === 'cancel' ? (
              <p>
                {written === '' ? 'Nothing is imported yet.' : `Imported so far: ${written}.`}{' '}
                {formatCounted(rowsToGo(attempt), 'row', 'rows')} won't be imported. You can undo the import afterwards.
              </p>
            ) : (
              <p>The import is removed from the history. You can restore it from Deleted. Contacts are kept.</p>
            )}
          </AlertDialog>
        )}
      </Suspense>
    </>
  );
}

function startRefusal(attempt: ImportAttempt): string {
  if ((attempt.check?.good ?? 0) === 0 && taggedByScrub(attempt) === 0) return 'No rows can be imported';
  return hasOpenDates(attempt) ? 'Choose how to read the dates first' : 'Save your corrections first';
}
