import type { ReactNode } from 'react';
import type { ImportCheck } from '#contract/imports.contract.ts';
import type { RowReason } from '#contract/imports/rows.contract.ts';
import { Card } from '../../_kit/display/Card.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { CauseList } from './CauseList.tsx';

interface UnreadCellsProps {
  unread: NonNullable<ImportCheck['unread']>;
  current: RowReason | null;
  /** False: how often is not known. */
  hasCounts?: boolean;
  showLabel: 'Show' | 'Fix';
  onShow: (reason: RowReason | null) => void;
  aside?: ReactNode;
}

/** Cells that can't be read, by reason. Their rows are imported without them. */
export function UnreadCells({ unread, current, hasCounts = true, showLabel, onShow, aside }: UnreadCellsProps) {
  const causes = unread.by_reason.map(({ reason, field, cells }) => ({ reason, field, rows: cells }));
  const cells = causes.reduce((sum, { rows }) => sum + rows, 0);
  return (
    <Card title="Unread cells" count={hasCounts ? formatCount(cells) : undefined} aside={aside}>
      <CauseList causes={causes} current={current} hasCounts={hasCounts} showLabel={showLabel} onShow={onShow} />
      <p className="pad meta quiet">These people are imported. The text of each cell is kept as a custom field.</p>
    </Card>
  );
}
