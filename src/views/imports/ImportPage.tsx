import { useSelector } from '@xstate/react';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { titleOf } from '#rules/access/pages.ts';
import type { ImportActor } from '../../machines/imports/import.machine.ts';
import { nextStep } from '../../machines/imports/next-step.ts';
import { useApp } from '../_base/use-app.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { WorkAbsent } from '../_running/WorkAbsent.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { Steps } from '../_kit/display/Steps.tsx';
import { CheckStep } from './steps/CheckStep.tsx';
import { ImportActions } from './steps/ImportActions.tsx';
import { ImportScope } from './steps/ImportScope.tsx';
import { MatchStep } from './steps/MatchStep.tsx';
import { RefusalNote } from './RefusalNote.tsx';
import { RunStep } from './steps/RunStep.tsx';
import { UploadStep } from './steps/UploadStep.tsx';
import { useImport } from './use-import.ts';
import './imports.css';

const STEPS = [
  { key: 'upload', label: 'Upload' },
  { key: 'match', label: 'Match columns' },
  { key: 'check', label: 'Review' },
  { key: 'import', label: 'Import' },
];

/** One import, from choosing a file to its end. `null`: a new one. */
export function ImportPage({ id }: { id: number | null }) {
  const { user } = useApp();
  const actor = useImport(id);
  return actor ? (
    <ImportView actor={actor} zone={IANA_ZONES[user.timezone]} viewerId={user.id} />
  ) : (
    <PageBar title={id === null ? 'Import a file' : 'Import'} />
  );
}

interface ImportViewProps {
  actor: ImportActor;
  zone: string;
  /** Current user: their own contacts are "Mine". */
  viewerId: number;
}

/** The wizard and the running import: which part shows is the machine's word. */
export function ImportView({ actor, zone, viewerId }: ImportViewProps) {
  const snapshot = useSelector(actor, (now) => now);
  const { attempt, file, refusal } = snapshot.context;
  if (snapshot.hasTag('missing') || snapshot.hasTag('unreachable'))
    return (
      <WorkAbsent
        what="import"
        title={titleOf('/imports/$id')}
        snapshot={{ hasTag: (tag) => snapshot.hasTag(tag), context: { failure: refusal } }}
        kept={{ what: 'The import', detail: 'Still running in the background.' }}
        list={{ label: 'View all imports', href: '/imports' }}
        lines={6}
        onReload={() => actor.send({ type: 'import.reload' })}
      />
    );

  const isUpload = snapshot.hasTag('choosing') || snapshot.hasTag('uploading');
  const step = snapshot.hasTag('editing') ? 'match' : nextStep(attempt?.status ?? null);
  return (
    <>
      <PageBar
        title={attempt?.file_name ?? (snapshot.hasTag('uploading') && file ? file.name : 'Import a file')}
        scope={attempt ? <ImportScope attempt={attempt} viewerId={viewerId} /> : null}
        actions={attempt ? <ImportActions actor={actor} attempt={attempt} /> : null}
        manyActions
      />
      {snapshot.hasTag('pending') ? null : <Steps steps={STEPS} current={step} />}
      <div className="scroll">
        <div className="body">
          {isUpload ? null : <RefusalNote refusal={refusal} />}
          {snapshot.hasTag('pending') ? <SkeletonLines lines={6} label="Loading import" /> : null}
          {isUpload ? <UploadStep actor={actor} /> : null}
          {attempt && step === 'match' ? <MatchStep actor={actor} attempt={attempt} /> : null}
          {attempt && step === 'check' ? (
            <CheckStep actor={actor} attempt={attempt} rowsRead={snapshot.context.rowsRead} />
          ) : null}
          {attempt && step === 'import' ? (
            <RunStep actor={actor} attempt={attempt} rows={snapshot.context.rows} zone={zone} />
          ) : null}
        </div>
      </div>
    </>
  );
}
