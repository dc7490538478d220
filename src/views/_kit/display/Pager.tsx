import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../controls/IconButton.tsx';

interface PagerProps {
  /** "1–50 of 214" */
  text: string;
  /** Absent at the first page. */
  onPrevious?: (() => void) | undefined;
  /** Absent on the last page. */
  onNext?: (() => void) | undefined;
  /** Announces changes; off where `Found` announces them. */
  heard?: boolean;
  /** Extra content, such as the available keys. */
  children?: ReactNode;
}

/** The footer of a list. It stays in place, so the next page is always under the same finger. */
export function Pager({ text, onPrevious, onNext, heard = true, children }: PagerProps) {
  return (
    <footer className="foot">
      <span className="num soft" aria-live={heard ? 'polite' : undefined}>
        {text}
      </span>
      <IconButton icon={ChevronLeft} label="Previous page" size="small" disabled={!onPrevious} onClick={onPrevious} />
      <IconButton icon={ChevronRight} label="Next page" size="small" disabled={!onNext} onClick={onNext} />
      {children ? <span className="meta quiet not-small pager-keys">{children}</span> : null}
    </footer>
  );
}
