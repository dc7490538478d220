import { formatMicros, fromDollars } from '#rules/wallets/micros.ts';
import { Card } from '../../_kit/display/Card.tsx';
import { formatCounted } from '../../_kit/format/format-count.ts';
import { formatDollars } from '../broadcast-words.ts';

interface CostCardProps {
  /** Segments, or picture messages. */
  count: number;
  hasPicture: boolean;
  /** US dollars. */
  cost: number;
  /** US dollars of one. */
  price: number;
}

/** What the texts cost. */
export function CostCard({ count, hasPicture, cost, price }: CostCardProps) {
  const counted = hasPicture
    ? formatCounted(count, 'picture message', 'picture messages')
    : formatCounted(count, 'segment', 'segments');
  return (
    <Card title="Cost" padded>
      <dl className="money">
        <dt>
          {counted} <span className="meta quiet num">at {formatMicros(fromDollars(price))} each</span>
        </dt>
        <dd className="num med">{formatDollars(cost)}</dd>
      </dl>
    </Card>
  );
}
