/** Attempts of one frame each, about two seconds: a page that loads for the first time takes a while. */
const TRIES = 120;

/** Focuses the element that matches the selector as soon as it exists. */
export function focusWhenThere(selector: string, tries = TRIES): void {
  const found = document.querySelector<HTMLElement>(selector);
  if (found !== null) found.focus();
  else if (tries > 0) requestAnimationFrame(() => focusWhenThere(selector, tries - 1));
}

/** The focus follows to the page one has come to, unless the page has given it to a field already. */
export function arrive(): void {
  const main = document.querySelector<HTMLElement>('#main');
  if (main !== null && !main.contains(document.activeElement)) main.focus({ preventScroll: true });
}

/**
 * Keeps the focus on the page: when the focused element disappears without passing it on, such as a button whose work
 * is done, the page takes it. Waits two frames, for a dialog that restores it.
 */
export function keepFocus(): () => void {
  let last: Element | null = null;
  const isLost = () => document.activeElement === document.body && last?.isConnected === false;
  const note = ({ target }: FocusEvent) => {
    last = target as Element;
  };
  const watching = new MutationObserver(() => {
    if (isLost()) requestAnimationFrame(() => requestAnimationFrame(() => isLost() && arrive()));
  });
  addEventListener('focusin', note);
  watching.observe(document.body, { childList: true, subtree: true });
  return () => {
    removeEventListener('focusin', note);
    watching.disconnect();
  };
}
