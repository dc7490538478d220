import { Circle, CircleDashed, ExternalLink, GraduationCap } from 'lucide-react';
import { type MyTraining, trainings } from '#contract/trainings.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { isActing } from '../../machines/session/identity.ts';
import { useApp } from '../_base/use-app.ts';
import { type Resource, useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { ProgressLine } from '../_kit/states/Progress.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import './trainings.css';

/** Milliseconds after which the list is read again: addresses of files work for 5 minutes at least. */
const REFRESH_MS = 4 * 60_000;
const reloadAfter = () => REFRESH_MS;

const isDone = ({ done_at: at }: MyTraining): boolean => at !== null;

/** "3 of 7 done". */
const shareOf = (rows: readonly MyTraining[]): string => `${rows.filter(isDone).length} of ${rows.length} done`;

/** Trainings for the current user, by section, with their progress. */
export function MyTrainingsPage() {
  const list = useResource(trainings.mine, {}, { reloadAfter });
  return (
    <>
      <PageBar title={titleOf('/trainings')} />
      <div className="scroll">
        <div className="body trainings">
          <Sections list={list} />
        </div>
      </div>
    </>
  );
}

function Sections({ list }: { list: Resource<{ readonly data: readonly MyTraining[] }> }) {
  if (list.pending) return <SkeletonLines lines={6} label="Loading trainings" />;
  if (list.data === null)
    return (
      <ErrorPanel
        title="Couldn't load trainings"
        text={list.error?.message ?? ''}
        requestId={list.error?.requestId}
        actions={<Button onClick={list.reload}>Try again</Button>}
      />
    );
  const { data: rows } = list.data;
  if (rows.length === 0) return <NoTrainings />;
  const done = rows.filter(isDone).length;
  return (
    <>
      <ProgressLine
        label="Your trainings"
        done={done}
        total={rows.length}
        state={done === rows.length ? 'done' : 'running'}
        text={shareOf(rows)}
      />
      {[...Map.groupBy(rows, ({ section }) => section)].map(([section, some]) => (
        <Card key={section} title={section} count={shareOf(some)}>
          <ul className="training-rows">
            {some.map((row) => (
              <TrainingRow key={row.id} training={row} />
            ))}
          </ul>
        </Card>
      ))}
    </>
  );
}

function NoTrainings() {
  const { user } = useApp();
  const mayAdd = user.permissions.includes('reference.manage');
  return (
    <EmptyState
      icon={GraduationCap}
      title="No trainings yet"
      text={mayAdd ? 'Add guides and recordings for your agents.' : 'Your administrators add trainings for you here.'}
      action={mayAdd ? <ButtonLink href="/admin/trainings?edit=new">Add a training</ButtonLink> : null}
    />
  );
}

function TrainingRow({ training }: { training: MyTraining }) {
  const { id, title, corporation, file, opened_at: openedAt } = training;
  const { toasts, user } = useApp();
  const isTheirs = isActing(user.identity);
  const progress = useSubmit(trainings.progress, {
    invalidates: [trainings.mine],
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  const about = [corporation, file?.name].filter((text) => text != null).join(' · ');
  return (
    <li>
      <div className="grow">
        <p className="med">{title}</p>
        {about === '' ? null : <p className="meta quiet">{about}</p>}
      </div>
      {isDone(training) ? (
        <StatusWord tone="good">Done</StatusWord>
      ) : openedAt === null ? (
        <StatusWord icon={CircleDashed}>New</StatusWord>
      ) : (
        <StatusWord icon={Circle}>Opened</StatusWord>
      )}
      {file === null ? null : (
        <ButtonLink
          size="small"
          icon={ExternalLink}
          href={file.url}
          target="_blank"
          rel="noreferrer"
          aria-label={`Open ${title}`}
          onClick={() => (openedAt === null && !isTheirs ? progress.submit({ params: { id }, body: {} }) : undefined)}
        >
          Open
        </ButtonLink>
      )}
      <Button
        size="small"
        busy={progress.state === 'submitting'}
        refusal={isTheirs ? 'Only the user can change their progress.' : undefined}
        onClick={() => progress.submit({ params: { id }, body: { done: !isDone(training) } })}
      >
        {isDone(training) ? 'Mark as not done' : 'Mark as done'}
        <span className="sr">: {title}</span>
      </Button>
    </li>
  );
}
