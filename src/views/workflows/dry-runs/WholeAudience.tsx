import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Flow } from '#contract/workflows.contract.ts';
import { listDryRuns, startDryRun } from '#contract/workflows/dry-runs.contract.ts';
import { audienceWords } from '#rules/workflows/audience-words.ts';
import { useResource } from '../../_base/use-resource.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Checkbox } from '../../_kit/controls/Checkbox.tsx';
import { Link } from '../../_kit/display/Link.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { useFlowChoices } from '../editor/use-flow-names.ts';
import { useWhen } from '../use-when.ts';
import { doneWords } from './dry-run-words.ts';

/** Leads all contacts whom the trigger of the draft would take through it. */
export function WholeAudience({ flow }: { readonly flow: Flow }) {
  const when = useWhen();
  const navigate = useNavigate();
  const { nameOf } = useFlowChoices();
  const [replies, setReplies] = useState(false);
  const last = useResource(listDryRuns, { query: { flow_id: flow.id, limit: 1 } });
  const start = useSubmit(startDryRun, {
    invalidates: [listDryRuns],
    onDone: ({ data }) => void navigate({ to: '/workflows/dry-runs/$id', params: { id: String(data.id) } }),
  });
  const { trigger } = flow.definition;
  const kind = trigger.kind === 'tag_added' ? 'tag' : 'status';
  const [before] = last.data?.data ?? [];
  return (
    <section className="stack flow-audience" aria-label="Whole audience">
      <h2 className="section">Whole audience</h2>
      <p className="soft">
        {audienceWords(trigger, (id) => nameOf(kind, id))}. See who would get what and when, and what rules hold back.
      </p>
      <div className="row wrap">
        <Button
          busy={start.state === 'submitting'}
          onClick={() => start.submit({ params: { id: flow.id }, body: { replies } })}
        >
          Run for all of them
        </Button>
        <Checkbox checked={replies} onCheckedChange={setReplies}>
          Assume they reply
        </Checkbox>
      </div>
      {start.error === null ? null : <Note tone="warn" role="alert" title={start.error.message} />}
      {before === undefined ? null : (
        <p>
          <Link href={`/workflows/dry-runs/${before.id}`}>Last dry run</Link>
          <span className="quiet">
            {' '}
            {when(before.created_at)}, {doneWords(before)}
          </span>
        </p>
      )}
    </section>
  );
}
