import { type Erasure, listErasures } from '#contract/erasures.contract.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { type ResourceState, useResource } from '../_base/use-resource.ts';
import { Note } from '../_kit/display/Note.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { Progress } from '../_kit/states/Progress.tsx';
import { keptSummary } from './erasure-words.ts';

/** Milliseconds between two looks at a running erasure. Our choice. */
const LOOK_AGAIN_MS = 2_000;

const whileRunning = ({ data }: ResourceState<{ data: readonly Erasure[] }>): number | null =>
  data?.data.some(({ status }) => status === 'running') ? LOOK_AGAIN_MS : null;

/** Progress or end of the latest erasure of a contact, by its number; nothing without one. */
export function ErasureState({ number }: { number: number }) {
  const { user } = useApp();
  const zone = IANA_ZONES[user.timezone];
  const { data } = useResource(listErasures, {}, { reloadAfter: whileRunning });
  const erasure = data?.data.find((one) => one.contact_number === number);
  if (erasure === undefined) return null;
  if (erasure.status === 'running') {
    const { done, of } = erasure.progress;
    return (
      <div aria-live="polite">
        <h2 className="label">Erasing personal data</h2>
        <Progress label="Erasure" done={done} total={of} text={`${done} of ${of} steps`} />
        <p className="soft">You can leave this page.</p>
      </div>
    );
  }
  if (erasure.status === 'refused')
    return (
      <Note tone="warn" title="Not erased">
        {erasure.failure}
      </Note>
    );
  return (
    <Note tone="good" title="Personal data erased">
      {erasure.finished_at === null ? '' : `${formatDate(erasure.finished_at, zone)}, `}requested by {erasure.user.name}
      .{' '}
      {erasure.kept_until === null
        ? 'No records are kept.'
        : `Kept by law until ${formatPlainDate(erasure.kept_until)}, encrypted: ${keptSummary(erasure.kept)}.`}
    </Note>
  );
}
