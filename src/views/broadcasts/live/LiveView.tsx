import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import { hasEnded } from '#rules/broadcasts/broadcast-status.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { BroadcastActor } from '../../../machines/broadcasts/broadcast.machine.ts';
import { useApp } from '../../_base/use-app.ts';
import { useNow } from '../../_base/use-now.ts';
import { PageBar } from '../../_frame/PageBar.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { Facts } from '../../_kit/display/Facts.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { formatWhen } from '../../_kit/format/format-when.ts';
import { CHANNEL_WORDS, noticeOf, scheduleWords, sentenceOf } from '../broadcast-words.ts';
import { CRUMBS } from '../crumbs.ts';
import { FailedCard } from './FailedCard.tsx';
import { LiveActions } from './LiveActions.tsx';
import { LiveHead } from './LiveHead.tsx';
import { OutcomeTable, type OutcomeTab } from './OutcomeTable.tsx';
import { RepliesCard } from './RepliesCard.tsx';
import { stopWords } from './stop-words.ts';

/** A broadcast that is scheduled, under way or over: progress, the sum, and the outcome of each person. */
export function LiveView({ actor, broadcast }: { actor: BroadcastActor; broadcast: Broadcast }) {
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  const isLost = useSelector(actor, ({ context }) => context.isLost);
  const [tab, setTab] = useState<OutcomeTab>('everyone');
  const { status } = broadcast;
  return (
    <>
      <PageBar
        title={broadcast.name}
        crumbs={CRUMBS}
        actions={<LiveActions actor={actor} broadcast={broadcast} />}
        manyActions
      />
      <div className="scroll">
        <div className="body broadcast-live">
          {refusal === null ? null : <Note tone="bad" title={refusal.text} role="alert" />}
          {isLost ? (
            <Note tone="warn" title="Your last change wasn't saved." role="alert">
              The broadcast was scheduled elsewhere first.
            </Note>
          ) : null}
          {hasEnded(broadcast) ? <Note {...outcomeOf(broadcast)} /> : null}
          <LiveHead broadcast={broadcast} onTab={setTab} />
          <div className="two">
            <OutcomeTable broadcast={broadcast} tab={tab} onTab={setTab} />
            <div className="stack">
              {broadcast.progress.replied > 0 ? (
                <RepliesCard broadcast={broadcast} onAll={() => setTab('replied')} />
              ) : null}
              {broadcast.progress.failed > 0 ? <FailedCard broadcast={broadcast} /> : null}
              <Details broadcast={broadcast} />
              {hasEnded(broadcast) ? null : (
                <p className="meta quiet">
                  {status === 'scheduled' ? '' : `${stopWords(broadcast)} `}
                  You can leave this page. We'll notify you when it's done.
                </p>
              )}
            </div>
          </div>
        </div>
      </div>
    </>
  );
}

function outcomeOf(broadcast: Broadcast) {
  const { tone, text } = noticeOf(broadcast);
  return { tone, title: text };
}

function Details({ broadcast }: { broadcast: Broadcast }) {
  const { user, channel, schedule, audience, starts_at, finished_at, progress, recurrence } = broadcast;
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  return (
    <Card title="Details" padded>
      <Facts
        facts={[
          { label: 'Channel', value: CHANNEL_WORDS[channel] },
          { label: 'Contacts', value: sentenceOf(broadcast) },
          ...(audience === null ? [] : [{ label: 'Matched', value: formatCount(audience.matched) }]),
          { label: 'By', value: user.name },
          ...(schedule === null ? [] : [{ label: 'When', value: scheduleWords(schedule, zone, now) }]),
          ...(recurrence === null ? [] : [{ label: 'Repeats', value: `${recurrence.name}, ${recurrence.every}` }]),
          ...(starts_at === null || schedule?.kind === 'at'
            ? []
            : [{ label: 'Starts', value: formatWhen(starts_at, zone, now) }]),
          ...(finished_at === null ? [] : [{ label: 'Ended', value: formatWhen(finished_at, zone, now) }]),
          ...(channel === 'text' ? [{ label: 'Segments', value: formatCount(progress.segments) }] : []),
        ]}
      />
    </Card>
  );
}
