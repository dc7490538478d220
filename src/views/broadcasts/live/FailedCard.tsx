import { CircleAlert } from 'lucide-react';
import { listRecipients } from '#contract/broadcasts.contract.ts';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Card } from '../../_kit/display/Card.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { peopleVersion } from '../broadcast-words.ts';

/** Failures that are grouped by cause: the latest. Ours. */
const LOOKED_AT = 100;

/** Failures by cause, the most frequent first. */
export function FailedCard({ broadcast }: { broadcast: Broadcast }) {
  const { id, progress } = broadcast;
  const list = useResource(
    listRecipients,
    { params: { id }, query: { page: 1, limit: LOOKED_AT, order: 'recent', outcome: 'failed' } },
    { version: peopleVersion(broadcast) },
  );
  const causes = Map.groupBy(list.data?.data ?? [], ({ detail }) => detail || 'No reason given');
  return (
    <Card title="Failed" count={formatCount(progress.failed)}>
      <ul className="items">
        {[...causes]
          .toSorted(([, a], [, b]) => b.length - a.length)
          .map(([cause, people]) => (
            <li key={cause}>
              <Icon of={CircleAlert} tone="bad" />
              <span>{cause}</span>
              <span />
              <span className="n num">{formatCount(people.length)}</span>
            </li>
          ))}
      </ul>
      {progress.failed > LOOKED_AT ? (
        <p className="items-foot meta quiet">Of the latest {LOOKED_AT} failures.</p>
      ) : null}
    </Card>
  );
}
