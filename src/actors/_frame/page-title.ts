/** Milliseconds for which a title must remain before it counts. Ours: a page that loads is named once, by its final title. */
const SETTLED_MS = 300;

/** The title of the page one has come to, as React reads it. Empty until the first one is left. */
export function createSettledTitle() {
  let settled = '';
  return {
    subscribe: (onSettled: () => void) => {
      let settling: ReturnType<typeof setTimeout> | undefined;
      let last = document.title;
      const watching = new MutationObserver(() => {
        clearTimeout(settling);
        settling = setTimeout(() => {
          if (document.title === last) return;
          last = document.title;
          settled = last;
          onSettled();
        }, SETTLED_MS);
      });
      const title = document.querySelector('title');
      if (title !== null) watching.observe(title, { childList: true });
      return () => {
        watching.disconnect();
        clearTimeout(settling);
      };
    },
    getSnapshot: () => settled,
  };
}
