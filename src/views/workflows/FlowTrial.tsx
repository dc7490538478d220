import { useState } from 'react';
import { type Flow, workflowFlows } from '#contract/workflows.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { ContactSearch } from '../contacts/list/ContactSearch.tsx';
import { WholeAudience } from './dry-runs/WholeAudience.tsx';
import { Failed } from './Failed.tsx';
import { useWhen } from './use-when.ts';

interface Chosen {
  readonly contact_id: number;
  readonly replies: boolean;
}

/** Takes one contact through the draft with a clock that jumps; nothing is sent. */
export function FlowTrial({ flow }: { readonly flow: Flow }) {
  const { id } = flow;
  const when = useWhen();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const trial = useResource(workflowFlows.tryOut, chosen === null ? null : { params: { id }, body: chosen });
  const found = trial.data?.data ?? null;
  return (
    <div className="scroll flow-tab">
      <div className="body stack flow-above">
        <WholeAudience flow={flow} />
        <h2 className="section">One contact</h2>
        <p className="soft">See what the draft would do with a contact, and when. Nothing is sent or stored.</p>
        <div className="row wrap">
          <ContactSearch
            label="Contact"
            placeholder="Name, phone or e-mail"
            onChosen={(row) => setChosen({ contact_id: row.id, replies: chosen?.replies ?? false })}
          />
          {chosen === null ? null : (
            <Checkbox checked={chosen.replies} onCheckedChange={(replies) => setChosen({ ...chosen, replies })}>
              Assume they reply
            </Checkbox>
          )}
        </div>
        {trial.error !== null && found === null ? (
          <Failed title="Couldn't try it out" error={trial.error} onRetry={trial.reload} />
        ) : chosen !== null && found === null ? (
          <SkeletonLines lines={4} label="Trying it out" />
        ) : null}
        {found === null ? null : (
          <section className="stack" aria-label={`Dry run for ${found.contact.name}`} aria-busy={trial.refreshing}>
            <h3 className="section">{found.contact.name}</h3>
            <ol className="flow-trial">
              {found.steps.map(({ step, at, message }, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- a list that only comes as a whole
                <li key={place}>
                  <span className="row">
                    <span className="med grow">{step}</span>
                    <time className="meta quiet num" dateTime={at}>
                      {when(at)}
                    </time>
                  </span>
                  <p className="soft">{message}</p>
                </li>
              ))}
            </ol>
            <p>{found.ends}</p>
          </section>
        )}
      </div>
    </div>
  );
}
