import type { ImportCheck } from '#contract/imports.contract.ts';
import type { RowReason } from '#contract/imports/rows.contract.ts';
import { sheetRow } from '#rules/imports/sheet-row.ts';
import { formatCount } from '../../_kit/format/format-count.ts';
import { isSkip, reasonWords } from '../rows/reason-words.ts';

interface CauseListProps {
  causes: ImportCheck['by_reason'];
  /** `null`: the rows of every cause are shown. */
  current: RowReason | null;
  /** False: how often is not known. */
  hasCounts?: boolean;
  /** Lines above the first row, for the examples. */
  headerRow?: number;
  /** Effect of a click. */
  showLabel?: 'Show' | 'Fix';
  onShow: (reason: RowReason | null) => void;
}

/** Number of rows per cause, most frequent first; a cause filters the rows. */
export function CauseList({
  causes,
  current,
  hasCounts = true,
  headerRow = 0,
  showLabel = 'Show',
  onShow,
}: CauseListProps) {
  return (
    <ul className="list causes">
      {causes
        .toSorted((a, b) => b.rows - a.rows)
        .map((cause) => {
          const words = reasonWords(cause.reason, cause.field);
          const isShown = cause.reason === current;
          return (
            <li key={`${cause.reason} ${cause.field}`}>
              <span>
                {words}
                {cause.examples?.map(({ row_number, text }) => (
                  <small key={row_number} className="meta quiet cut example">
                    Row {formatCount(sheetRow(headerRow, row_number))}: {text}
                  </small>
                ))}
              </span>
              <span className="num soft">{hasCounts ? formatCount(cause.rows) : null}</span>
              {isSkip(cause.reason) ? (
                <span className="meta quiet">Skipped</span>
              ) : (
                <button
                  type="button"
                  className="link"
                  aria-pressed={isShown}
                  aria-label={isShown ? `Show all causes, not only: ${words}` : `${showLabel} only ${words}`}
                  onClick={() => onShow(isShown ? null : cause.reason)}
                >
                  {isShown ? 'All' : showLabel}
                </button>
              )}
            </li>
          );
        })}
    </ul>
  );
}
