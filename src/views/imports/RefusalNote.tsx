import type { Refusal } from '../../machines/imports/refusal.ts';
import { Note } from '../_kit/display/Note.tsx';
import { RequestId } from '../_kit/display/RequestId.tsx';
import { refusalWords } from './fault-words.ts';

/** Reason why the last command failed. Nothing changed. */
export function RefusalNote({ refusal }: { refusal: Refusal | null }) {
  return refusal ? (
    <Note tone="bad" title={refusalWords(refusal)} role="alert">
      {refusal.requestId === null ? null : <RequestId id={refusal.requestId} />}
    </Note>
  ) : null;
}
