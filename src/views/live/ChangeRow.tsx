import { ListChecks } from 'lucide-react';
import type { BulkJob } from '#contract/bulk.contract.ts';
import { progressOf } from '../../machines/bulk/bulk-context.ts';
import { formatCount } from '../_kit/format-count.ts';
import { Icon } from '../_kit/Icon.tsx';
import { Anchor } from '../_kit/Link.tsx';
import { Progress } from '../_kit/Progress.tsx';
import { barState, changeTitle, doneWords, paceWords } from '../bulk/bulk-words.ts';

/** A bulk change of contacts that runs below; its own page has the commands. */
export function ChangeRow({ job }: { job: BulkJob }) {
  const title = changeTitle(job.change, job.names);
  const { done, total } = progressOf(job);
  return (
    <li className="job-row">
      <Icon of={ListChecks} />
      <div className="grow">
        <div className="h">
          <Anchor className="med cut" href={`/contacts/bulk/${job.id}`}>
            {title}
          </Anchor>
          <span className="soft nowrap">{job.user.name}</span>
          <span className="num end soft nowrap">
            <b>{formatCount(done)}</b> of {formatCount(total)}
          </span>
        </div>
        <Progress thin label={title} done={done} total={total} state={barState(job)} text={doneWords(job)} />
        <div className="h meta quiet">
          <span className="cut">{job.sentence || 'Chosen one by one'}</span>
          <span className="end num nowrap">{paceWords(job)}</span>
        </div>
      </div>
    </li>
  );
}
