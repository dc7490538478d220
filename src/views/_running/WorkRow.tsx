import type { ReactNode } from 'react';
import type { WorkKind, WorkOf } from '../../machines/_running/kinds.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { Progress } from '../_kit/states/Progress.tsx';
import { workPlaces } from './work-places.ts';
import { workWords } from './work-words.ts';

interface WorkRowProps<K extends WorkKind> {
  kind: K;
  work: WorkOf[K];
  /** Actions for this row. */
  children?: ReactNode;
}

/** Running work of a user in the downline. */
export function WorkRow<K extends WorkKind>({ kind, work, children }: WorkRowProps<K>) {
  const words: (typeof workWords)[K] = workWords[kind];
  const title = words.titleOf(work);
  const progress = words.progressOf(work);
  return (
    <li className="job-row">
      <Icon of={words.icon} />
      <div className="grow">
        <div className="h">
          <Anchor className="med cut" href={workPlaces[kind].hrefOf(work)}>
            {title}
          </Anchor>
          <span className="soft nowrap">{work.user.name}</span>
          {progress.total === null ? null : (
            <span className="num end soft nowrap">
              <b>{formatCount(progress.done)}</b> of {formatCount(progress.total)}
            </span>
          )}
        </div>
        <Progress thin label={title} {...progress} />
        <div className="h meta quiet">
          <span className="cut">{words.aboutOf(work)}</span>
          <span className="end num nowrap">{words.paceOf(work)}</span>
        </div>
      </div>
      {children}
    </li>
  );
}
