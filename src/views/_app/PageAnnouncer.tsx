import { useEffect, useState } from 'react';

/** Milliseconds for which a title must stand before it is read out. Ours: a page that loads is named once, by its final title. */
const SETTLED_MS = 300;

/** Reads out the title of the page one has come to: a page that changes in place says nothing by itself. */
export function PageAnnouncer() {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const title = document.querySelector('title');
    if (title === null) return;
    let settling: ReturnType<typeof setTimeout> | undefined;
    let last = document.title;
    const watching = new MutationObserver(() => {
      clearTimeout(settling);
      settling = setTimeout(() => {
        if (document.title !== last) setSaid(document.title);
        last = document.title;
      }, SETTLED_MS);
    });
    watching.observe(title, { childList: true });
    return () => {
      watching.disconnect();
      clearTimeout(settling);
    };
  }, []);
  return (
    <p className="sr" aria-live="polite" id="page-name">
      {said}
    </p>
  );
}
