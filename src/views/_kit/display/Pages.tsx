import { formatRange } from '../format/format-count.ts';
import { Pager } from './Pager.tsx';

interface PagesProps {
  /** From 1. */
  page: number;
  /** Rows of a page. */
  limit: number;
  /** Rows of all pages. */
  total: number;
  onPage: (page: number) => void;
  /** Announces changes; off where `Found` announces them. */
  heard?: boolean;
}

/** The footer of a list of several pages: "26–50 of 214". A list of one page has none. */
export function Pages({ page, limit, total, onPage, heard = true }: PagesProps) {
  const from = (page - 1) * limit;
  if (total <= limit) return null;
  return (
    <Pager
      text={formatRange(from + 1, Math.min(from + limit, total), total)}
      onPrevious={page > 1 ? () => onPage(page - 1) : undefined}
      onNext={from + limit < total ? () => onPage(page + 1) : undefined}
      heard={heard}
    />
  );
}
