import { useSelector } from '@xstate/react';
import { listVerificationRuns } from '#contract/verifications.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { mergeRunning } from '../imports/list/merge-running.ts';
import { doneWords, RUN_WORDS, runTitle } from './verification-words.ts';
import { VerificationsTable } from './VerificationsTable.tsx';

/** Recent runs above the table. Ours: the rest is in the table by its numbers. */
const RUNS = 5;

/** What is known of phone numbers, and the runs that look them up. */
export function VerificationsPage() {
  return (
    <>
      <PageBar title={titleOf('/verifications')} crumbs={[{ label: 'Contacts', href: '/contacts' }]} />
      <Runs />
      <VerificationsTable />
    </>
  );
}

function Runs() {
  const { features } = useApp();
  const running = useSelector(features.verification, ({ context }) => context.running);
  const { data } = useResource(listVerificationRuns, { query: { page: 1, limit: RUNS } });
  const runs = mergeRunning(data?.data ?? [], running, data !== null).slice(0, RUNS);
  if (runs.length === 0) return null;
  return (
    <section className="body" aria-label="Recent runs">
      <ul className="work-list">
        {runs.map((run) => (
          <li key={run.id}>
            <Link href={`/verifications/${run.id}`}>{runTitle(run)}</Link>
            <span className="soft cut">{run.sentence}</span>
            <span className="meta quiet num end">
              {RUN_WORDS[run.status].text}, {doneWords(run)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
