import { useState } from 'react';
import { type Flow, workflowFlows } from '#contract/workflows.contract.ts';
import { type FlowMove, moveContacts, previewMove, readVersion } from '#contract/workflows/versions.contract.ts';
import { outlineOf } from '#rules/workflows/flow-steps.ts';
import { placeWords } from '#rules/workflows/flow-words.ts';
import { useResource } from '../../_base/use-resource.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { formatContacts } from '../../_kit/format/format-count.ts';
import { Dialog } from '../../_kit/overlays/Dialog.tsx';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { useTellChange } from '../../bulk/use-tell-change.ts';
import { Failed } from '../Failed.tsx';

interface MoveDialogProps {
  flow: Flow;
  from: number;
  to: number;
  onClose: () => void;
}

const STAY = '';

/** How many contacts of a version go where, before they are moved. */
export function MoveDialog({ flow, from, to, onClose }: MoveDialogProps) {
  const tell = useTellChange();
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const preview = useResource(previewMove, { params: { id: flow.id }, query: { from, to } });
  const target = useResource(readVersion, { params: { id: flow.id }, query: { version: to } });
  const move = useSubmit(moveContacts, {
    invalidates: [workflowFlows.read, workflowFlows.runs, workflowFlows.history, previewMove],
    onDone: ({ data: { job } }) => {
      // A longer one shows its own progress.
      if (job?.status === 'done') tell(job);
      onClose();
    },
  });
  const places = preview.data?.data ?? null;
  const definition = target.data?.data.definition ?? null;
  const goes = ({ step, to_step: same }: FlowMove) => same !== null || (chosen[step] ?? STAY) !== STAY;
  const count = (places ?? []).filter(goes).reduce((sum, { contacts }) => sum + contacts, 0);
  const error = preview.error ?? target.error;
  const steps = Object.entries(chosen).flatMap(([step, next]) => (next === STAY ? [] : [{ step, to_step: next }]));
  const options = [
    { value: STAY, label: `Stay in version ${from}` },
    ...(definition === null ? [] : outlineOf(definition)).map(({ step }) => ({
      value: step.id,
      label: `Begin ${placeWords(definition ?? { steps: [] }, step.id)}`,
    })),
  ];
  return (
    <Dialog
      title={`Move contacts to version ${to}`}
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={move.state === 'submitting'}
            refusal={count === 0 ? 'No contacts would move.' : undefined}
            onClick={() => move.submit({ params: { id: flow.id }, body: { from, to, steps } })}
          >
            Move {formatContacts(count)}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p className="soft">
          Contacts keep their step and its wait. Those whose step is gone stay in version {from}, unless you choose a
          step that they begin.
        </p>
        {move.error === null ? null : <Note tone="bad" role="alert" title={move.error.message} />}
        {places !== null && definition !== null ? (
          <ul className="flow-trial">
            {places.map((place) => (
              <li key={place.step}>
                <span className="row">
                  <span className="med grow">{place.place}</span>
                  <span className="num">{formatContacts(place.contacts)}</span>
                </span>
                {place.to_step === null ? (
                  <SelectField
                    label={`This step is gone in version ${to}`}
                    value={chosen[place.step] ?? STAY}
                    onChange={({ currentTarget: { value } }) => setChosen({ ...chosen, [place.step]: value })}
                    options={options}
                  />
                ) : (
                  <p className="soft">To {place.to_place}</p>
                )}
              </li>
            ))}
          </ul>
        ) : error === null ? (
          <SkeletonLines lines={4} label="Loading the preview" />
        ) : (
          <Failed title="Couldn't load the preview" error={error} onRetry={preview.reload} />
        )}
      </div>
    </Dialog>
  );
}
