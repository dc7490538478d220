import { useSelector } from '@xstate/store-react';
import { textDraftsStore } from '../../store/text-drafts.store.ts';

/** Unsaved text that survives a reload, with its setter. */
export function useDraft(key: string): readonly [text: string, write: (text: string) => void] {
  const text = useSelector(textDraftsStore, (state) => state.context.texts[key] ?? '');
  return [text, (next) => textDraftsStore.trigger.written({ key, text: next })];
}

/** Drops a draft after saving, unless it was edited since. */
export function forgetDraft(key: string, saved: string): void {
  if ((textDraftsStore.getSnapshot().context.texts[key] ?? '').trim() === saved.trim()) {
    textDraftsStore.trigger.written({ key, text: '' });
  }
}
