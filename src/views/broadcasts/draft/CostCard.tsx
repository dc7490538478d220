import type { DryRun } from '#contract/broadcasts/broadcast.contract.ts';
import { Card } from '../../_kit/display/Card.tsx';
import { formatCounted } from '../../_kit/format/format-count.ts';
import { formatDollars } from '../broadcast-words.ts';

/** What the segments cost, as far as a price is set. */
export function CostCard({ run: { segments, cost } }: { run: DryRun }) {
  return (
    <Card title="Cost" padded>
      <dl className="money">
        <dt>{formatCounted(segments, 'segment', 'segments')}</dt>
        <dd className="num med">{cost === null ? 'No price set' : formatDollars(cost)}</dd>
      </dl>
    </Card>
  );
}
