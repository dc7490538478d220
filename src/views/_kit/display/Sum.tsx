import { CircleAlert, CircleMinus, CirclePlus, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatCount } from '../format/format-count.ts';
import { Icon } from './Icon.tsx';

export interface SumCounts {
  created: number;
  updated: number;
  skipped: number;
  problems: number;
  total: number;
}

/** Created + updated + skipped + problems = done, and what is to go: a sum that anyone can check. */
export function Sum({ counts }: { counts: SumCounts }) {
  const { created, updated, skipped, problems, total } = counts;
  const done = created + updated + skipped + problems;
  return (
    <dl className="sum">
      <Part label="Created" count={created} icon={<Icon of={CirclePlus} tone="good" />} />
      <Part operator="+" label="Updated" count={updated} icon={<Icon of={RefreshCw} tone="info" />} />
      <Part operator="+" label="Skipped" count={skipped} icon={<Icon of={CircleMinus} />} />
      <Part operator="+" label="Problems" count={problems} icon={<Icon of={CircleAlert} tone="bad" />} />
      <Part operator="=" label="Done" count={done} />
      <div className="rest">
        <dt>Remaining</dt>
        <dd>{formatCount(Math.max(0, total - done))}</dd>
      </div>
    </dl>
  );
}

interface PartProps {
  operator?: string;
  label: string;
  count: number;
  icon?: ReactNode;
}

function Part({ operator, label, count, icon }: PartProps) {
  return (
    <div>
      <dt>
        {icon}
        {label}
      </dt>
      <dd>
        {operator ? (
          <span className="op" aria-hidden="true">
            {operator}
          </span>
        ) : null}
        {formatCount(count)}
      </dd>
    </div>
  );
}
