import { Link } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { BroadcastActor } from '../../../machines/broadcasts/broadcast.machine.ts';
import { type DraftStep, draftOf } from '../../../machines/broadcasts/broadcast-context.ts';
import { PageBar } from '../../_frame/PageBar.tsx';
import { classes } from '../../_kit/format/class-names.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { RequestId } from '../../_kit/display/RequestId.tsx';
import { Steps } from '../../_kit/display/Steps.tsx';
import { CRUMBS } from '../crumbs.ts';
import { AudienceStep } from './AudienceStep.tsx';
import { CheckStep } from './CheckStep.tsx';
import { ContentStep } from './ContentStep.tsx';
import { DraftActions } from './DraftActions.tsx';
import { DraftName } from './DraftName.tsx';

interface DraftViewProps {
  actor: BroadcastActor;
  broadcast: Broadcast;
  step: DraftStep;
}

/** A draft at one of its three steps. */
export function DraftView({ actor, broadcast, step }: DraftViewProps) {
  const snapshot = useSelector(actor, (now) => now);
  const { refusal } = snapshot.context;
  const draft = draftOf(snapshot.context);
  if (draft === null) return null;
  const href = (to: DraftStep) => `/broadcasts/${broadcast.id}/${to}`;
  return (
    <>
      <PageBar
        title={draft.name}
        crumbs={CRUMBS}
        actions={<DraftActions actor={actor} broadcast={broadcast} step={step} />}
      />
      <div className="draft-line">
        <Steps
          current={step}
          steps={[
            { key: 'audience', label: 'Audience', href: href('audience') },
            { key: 'content', label: 'Content', href: href('content') },
            { key: 'check', label: 'Schedule and check', href: href('check') },
          ]}
        />
        <SaveState actor={actor} />
      </div>
      <div className="scroll">
        <div className="body">
          {refusal === null ? null : (
            <Note tone="bad" title={refusal.text} role="alert">
              {refusal.isShort ? <Link to="/wallets">Top up</Link> : null}
              {refusal.requestId === null ? null : <RequestId id={refusal.requestId} />}
            </Note>
          )}
          <SaveNote actor={actor} />
          {step === 'audience' ? (
            <>
              <DraftName key={broadcast.id} name={draft.name} onName={(name) => rename(actor, name)} />
              <AudienceStep actor={actor} broadcast={broadcast} />
            </>
          ) : null}
          {step === 'content' ? <ContentStep actor={actor} broadcast={broadcast} draft={draft} /> : null}
          {step === 'check' ? <CheckStep actor={actor} broadcast={broadcast} draft={draft} /> : null}
        </div>
      </div>
    </>
  );
}

const rename = (actor: BroadcastActor, name: string) =>
  actor.send({ type: 'broadcast.edit', edits: { name }, isTyped: true });

/** "Draft saved", or what is being done about it. */
function SaveState({ actor }: { actor: BroadcastActor }) {
  const isSaved = useSelector(actor, (now) => now.hasTag('saved'));
  const isSaving = useSelector(actor, (now) => now.hasTag('saving'));
  return (
    <output className={classes('meta quiet draft-saved', isSaved && 'is-saved')}>
      {isSaved ? 'Draft saved' : isSaving ? 'Saving…' : 'Not saved yet'}
    </output>
  );
}

/** Why the draft isn't saved, and the ways on. */
function SaveNote({ actor }: { actor: BroadcastActor }) {
  const snapshot = useSelector(actor, (now) => now);
  const { saveFailure } = snapshot.context;
  if (snapshot.hasTag('conflicted'))
    return (
      <Note tone="warn" title="This draft was changed elsewhere while you were editing it." role="alert">
        <p>Keep your changes, or load the other version. Your changes are kept here until you choose.</p>
        <p className="row note-actions">
          <Button size="small" onClick={() => actor.send({ type: 'broadcast.keepMine' })}>
            Keep my changes
          </Button>
          <Button size="small" onClick={() => actor.send({ type: 'broadcast.takeTheirs' })}>
            Load the other version
          </Button>
        </p>
      </Note>
    );
  if (saveFailure === null) return null;
  if (snapshot.hasTag('late'))
    return (
      <Note tone="warn" title={saveFailure.text}>
        <p>Your changes are kept here and saved again every 10 seconds.</p>
        <p className="row note-actions">
          <Button size="small" onClick={() => actor.send({ type: 'broadcast.saveAgain' })}>
            Try again
          </Button>
        </p>
      </Note>
    );
  return (
    <Note tone="bad" title={Object.values(saveFailure.fields).flat()[0] ?? saveFailure.text} role="alert">
      Not saved. What you entered is kept here.
    </Note>
  );
}
