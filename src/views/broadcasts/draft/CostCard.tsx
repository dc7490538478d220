import { Card } from '../../_kit/display/Card.tsx';
import { formatCounted } from '../../_kit/format/format-count.ts';
import { formatDollars } from '../broadcast-words.ts';

/** What the segments cost. `cost`: US dollars. */
export function CostCard({ segments, cost }: { segments: number; cost: number }) {
  return (
    <Card title="Cost" padded>
      <dl className="money">
        <dt>{formatCounted(segments, 'segment', 'segments')}</dt>
        <dd className="num med">{formatDollars(cost)}</dd>
      </dl>
    </Card>
  );
}
