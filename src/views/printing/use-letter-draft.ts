import { useApp } from '../_base/use-app.ts';
import { useDraft } from '../timeline/use-draft.ts';
import { draftOf, firstLetter, type LetterDraft } from './letter-draft.ts';

/** The last edited letter; it survives closing the dialog and a reload. */
export function useLetterDraft(): readonly [LetterDraft, (draft: LetterDraft) => void] {
  const { user } = useApp();
  const [text, write] = useDraft('letter');
  return [draftOf(text) ?? firstLetter(user), (draft) => write(JSON.stringify(draft))];
}
