import type { Refusal } from '../../machines/imports/refusal.ts';
import { Note } from '../_kit/display/Note.tsx';
import { RequestId } from '../_kit/display/RequestId.tsx';

/** Why the last command did not happen. What was there stays as it was. */
export function RefusalNote({ refusal }: { refusal: Refusal | null }) {
  return refusal ? (
    <Note tone="bad" title={refusal.text} role="alert">
      {refusal.requestId === null ? null : <RequestId id={refusal.requestId} />}
    </Note>
  ) : null;
}
