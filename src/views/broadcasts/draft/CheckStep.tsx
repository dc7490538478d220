import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { BroadcastActor } from '../../../machines/broadcasts/broadcast.machine.ts';
import type { Draft } from '../../../machines/broadcasts/broadcast-context.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { BeforeCard } from './BeforeCard.tsx';
import { CostCard } from './CostCard.tsx';
import { DryRunCard } from './DryRunCard.tsx';
import { SendTest } from './SendTest.tsx';
import { useDryRun } from './use-dry-run.ts';
import { WhenCard } from './WhenCard.tsx';

interface CheckStepProps {
  actor: BroadcastActor;
  broadcast: Broadcast;
  draft: Draft;
}

/** When it goes, and what that would come to. Nothing is sent here. */
export function CheckStep({ actor, broadcast, draft }: CheckStepProps) {
  const { run, isEarlier, pending, error, reload } = useDryRun(actor, broadcast);
  return (
    <div className="two">
      <div className="stack">
        <WhenCard
          schedule={draft.schedule}
          run={isEarlier ? null : run}
          onSchedule={(schedule, isTyped) => actor.send({ type: 'broadcast.edit', edits: { schedule }, isTyped })}
        />
        {pending ? (
          <Card title="Dry run" padded>
            <SkeletonLines lines={4} label="Running the check" />
          </Card>
        ) : null}
        {error === null ? null : (
          <Note tone="bad" title={`Couldn't run the check. ${error.message}`} role="alert">
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          </Note>
        )}
        {run === null ? null : (
          <DryRunCard
            run={run}
            channel={broadcast.channel}
            isEarlier={isEarlier}
            isFailed={error !== null}
            onReload={reload}
          />
        )}
      </div>
      <div className="stack">
        {run === null ? null : <BeforeCard run={run} broadcast={broadcast} />}
        {run === null || run.cost === null || run.price === null ? null : (
          <CostCard
            count={run.segments}
            hasPicture={broadcast.content.file !== null}
            cost={run.cost}
            price={run.price}
          />
        )}
        <SendTest actor={actor} broadcast={broadcast} position={null} />
        <p className="meta quiet">
          You can take it off the schedule until it starts. While it sends, you can pause or stop it.
        </p>
      </div>
    </div>
  );
}
