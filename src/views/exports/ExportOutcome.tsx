import type { SnapshotFrom } from 'xstate';
import type { exportMachine } from '../../machines/exports/export.machine.ts';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { ProgressLine } from '../_kit/states/Progress.tsx';
import { formatContacts } from '../_kit/format/format-count.ts';
import { failureWords, progressWords, shortHash, sizeOf } from './export-words.ts';

/** Status, once it is more than a form. */
export function ExportOutcome({ snapshot }: { snapshot: SnapshotFrom<typeof exportMachine> }) {
  const { failure, manifest, counted, choice, rows } = snapshot.context;
  return (
    <div className="export-outcome" aria-live="polite">
      {snapshot.hasTag('counting') ? <p className="quiet">Counting…</p> : null}
      {failure === null ? null : (
        <Note tone="bad" title={failureWords(failure)}>
          {snapshot.hasTag('unchecked') ? "The file arrived but couldn't be verified. Try again to save it." : null}
        </Note>
      )}
      {snapshot.hasTag('asking') ? <p className="quiet">Creating the file…</p> : null}
      {snapshot.hasTag('proving') ? <p className="quiet">Confirm it's you.</p> : null}
      {snapshot.hasTag('receiving') ? (
        <ProgressLine
          label="Download"
          done={rows}
          total={choice.format === 'csv' ? (counted?.count ?? null) : null}
          text={progressWords(snapshot.context)}
        />
      ) : null}
      {snapshot.hasTag('checking') ? <p className="quiet">Verifying the file…</p> : null}
      {snapshot.hasTag('cancelled') ? <Note tone="info" title="Canceled. Nothing was saved." /> : null}
      {snapshot.hasTag('saved') && manifest !== null ? (
        <Note
          tone="good"
          title={`Export complete: ${formatContacts(manifest.rows ?? 0)}, ${sizeOf(manifest.bytes ?? 0)}.`}
        >
          Checksum: <span className="num">{shortHash(manifest.sha256 ?? '')}</span>. See{' '}
          <Link href="/exports">exports</Link>.
        </Note>
      ) : null}
    </div>
  );
}
