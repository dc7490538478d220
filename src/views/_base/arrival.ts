/** Tries of a frame each, about two seconds: a page that is loaded for the first time comes late. */
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
 * Keeps the focus on the page: where what had it goes away without giving it on, such as a button whose work is done,
 * the page takes it. Two frames later than a dialog that gives it back.
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
