import { Button } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { blanksIn, type EmailDraft } from './email-drafts.ts';

interface DraftNotesProps {
  draft: EmailDraft;
  aside: readonly EmailDraft[];
  onTakeUp: (draft: EmailDraft) => void;
  onDiscard: (draft: EmailDraft) => void;
}

/** The current draft, and those set aside. */
export function DraftNotes({ draft, aside, onTakeUp, onDiscard }: DraftNotesProps) {
  const blanks = blanksIn(draft);
  return (
    <>
      {draft.by === 'max' ? (
        <Note tone="info" title="Drafted by MAX. Review before sending.">
          {blanks.length > 0 ? <p>Still to fill in: {blanks.join(', ')}</p> : null}
          <Button size="small" onClick={() => onDiscard(draft)}>
            Discard draft
          </Button>
        </Note>
      ) : null}
      {aside.length > 0 ? (
        <ul className="drafts-aside" aria-label="Saved drafts">
          {aside.map((other) => (
            <li key={JSON.stringify(other)}>
              <span className="soft cut">
                {other.by === 'max' ? 'Drafted by MAX' : 'Your draft'}: {nameOf(other)}
              </span>
              <Button size="small" onClick={() => onTakeUp(other)} aria-label={`Resume ${nameOf(other)}`}>
                Resume
              </Button>
              <Button
                look="plain"
                size="small"
                onClick={() => onDiscard(other)}
                aria-label={`Discard ${nameOf(other)}`}
              >
                Discard
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

const nameOf = ({ subject, body, contact }: EmailDraft): string =>
  subject.trim() || body.trim().slice(0, 60) || `to ${contact?.name ?? 'no recipient'}`;
