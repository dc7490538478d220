import { shortcutsStore } from '../../store/shortcuts.store.ts';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input:not([type=checkbox]), textarea, select'));

/** Returns whether a key is for the page: not while the user types or a dialog is open. */
export const isFree = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !isTyping(event.target) &&
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu], dialog[open]') === null;

/**
 * Returns whether a key pressed alone is a command: not while the user types or a dialog is open, and a letter only if
 * the user has not switched single keys off.
 */
export function isCommandKey(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || !isFree(event)) return false;
  return event.key.length > 1 || shortcutsStore.getSnapshot().context.singleKeys;
}
