import { shortcutsStore } from '../../store/shortcuts.store.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));

/** Whether a key is for the page: not while somebody types or a dialog is open. */
export const isFree = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !isTyping(event.target) &&
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu], dialog[open]') === null;

/**
 * Whether a key that is pressed alone is a command now: not while somebody types or a dialog is open, and a letter only
 * where the person has not switched single keys off.
 */
export function isCommandKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || !isFree(event)) return false;
  return event.key.length > 1 || shortcutsStore.getSnapshot().context.singleKeys;
}
