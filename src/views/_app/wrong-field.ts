/**
 * A refused form focuses its first wrong field: immediately when the page knows, otherwise when the reply arrives. Not
 * while the user is typing.
 */
export function leadToWrongField(): () => void {
  let sent: Element | null = null;
  let wasBusy = false;
  const lead = () => {
    if (sent === null) return;
    if (sent.querySelector('[aria-busy=true]') !== null) {
      wasBusy = true;
      return;
    }
    const wrong = sent.querySelector<HTMLElement>('[aria-invalid=true]');
    // An answer that finds nothing wrong ends it, too.
    if (wrong === null && !wasBusy && sent.isConnected) return;
    sent = null;
    wrong?.focus();
  };
  const send = ({ target }: Event) => {
    sent = target as Element;
    wasBusy = false;
    requestAnimationFrame(lead);
  };
  const goOn = () => {
    sent = null;
  };
  const watching = new MutationObserver(lead);
  addEventListener('submit', send, true);
  addEventListener('input', goOn, true);
  watching.observe(document.body, { attributeFilter: ['aria-invalid', 'aria-busy'], subtree: true });
  return () => {
    removeEventListener('submit', send, true);
    removeEventListener('input', goOn, true);
    watching.disconnect();
  };
}
