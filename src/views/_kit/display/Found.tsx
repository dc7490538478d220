import { useState } from 'react';

interface FoundProps {
  /** Query: search, filters and page. */
  asked: string;
  /** "1–50 of 214". `null`: not known yet. */
  text: string | null;
}

/** Reads out once what a search, a filter or a turn of the page has found; what changes by itself later stays silent. */
export function Found({ asked, text }: FoundProps) {
  const [said, setSaid] = useState({ asked, text: '' });
  // The same answer to another question is read out as well: a space more makes it another text.
  if (text !== null && asked !== said.asked) setSaid({ asked, text: text === said.text ? `${text}\u00A0` : text });
  return (
    <p className="sr" aria-live="polite">
      {said.text}
    </p>
  );
}
