import { useSelector } from '@xstate/store-react';
import { textDraftsStore } from '../../store/text-drafts.store.ts';

/** What was typed and not saved yet, kept over a reload; with how to change it. */
export function useDraft(key: string): readonly [text: string, write: (text: string) => void] {
  const text = useSelector(textDraftsStore, (state) => state.context.texts[key] ?? '');
  return [text, (next) => textDraftsStore.trigger.written({ key, text: next })];
}

/** Forgets a draft that was saved, unless it was written on meanwhile. */
export function forgetDraft(key: string, saved: string): void {
  if ((textDraftsStore.getSnapshot().context.texts[key] ?? '').trim() === saved.trim()) {
    textDraftsStore.trigger.written({ key, text: '' });
  }
}
