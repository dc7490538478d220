import type { FoundDuplicate } from '#contract/duplicates.contract.ts';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { hintWords } from './duplicate-words.ts';
import './duplicates.css';

/** Maximum hints. Our choice: the strongest ones; more would hide the form. */
const SHOWN = 3;

/** Existing contacts that a new one may duplicate or live with. Hints never block. */
export function Hints({ hints }: { hints: readonly FoundDuplicate[] }) {
  return (
    <div className="hints" aria-live="polite">
      {hints.slice(0, SHOWN).map((hint) => (
        <Note key={hint.contact.id} tone={hint.verdict === 'household' ? 'info' : 'warn'} title={hintWords(hint)}>
          For {hint.contact.owner.name}. <Link href={`/contacts/${hint.contact.number}`}>Open</Link>
        </Note>
      ))}
    </div>
  );
}
