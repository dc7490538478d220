import { ArrowRightLeft, GitCompare } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { Flow } from '#contract/workflows.contract.ts';
import { formatCounted } from '#rules/words/format-count.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { DataRows } from '../../_kit/display/DataTable.tsx';
import { EmptyState } from '../../_kit/states/EmptyState.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import { useWhen } from '../use-when.ts';
import { VersionChanges } from './VersionChanges.tsx';

const MoveDialog = lazyPart(() => import('./MoveDialog.tsx'), 'MoveDialog');

interface Row {
  /** 0: the draft. */
  readonly id: number;
  readonly words: string;
  readonly running: number;
  readonly at: string | null;
}

/** Versions of a workflow with their contacts: compared with each other, and left for the current one. */
export function FlowVersions({ flow }: { readonly flow: Flow }) {
  const when = useWhen();
  const newest = flow.versions[0]?.number;
  const [compared, setCompared] = useState<number | null>(null);
  const [moving, setMoving] = useState<number | null>(null);
  if (newest === undefined)
    return (
      <EmptyState
        icon={GitCompare}
        title="No versions yet"
        text="Turn the workflow on, and its steps become version 1."
      />
    );
  const rows: Row[] = [
    ...(flow.has_changes ? [{ id: 0, words: 'Draft', running: 0, at: null }] : []),
    ...flow.versions.map(({ number, running, created_at: at }) => ({
      id: number,
      words: number === flow.version_number ? `Version ${number}, for new contacts` : `Version ${number}`,
      running,
      at,
    })),
  ];
  const right = compared ?? rows[0]?.id ?? newest;
  const mayMove = ({ id, running }: Row) => flow.editable && running > 0 && id !== flow.version_number;
  return (
    <div className="scroll flow-tab flow-versions">
      <DataRows
        label="Versions"
        full
        rows={rows}
        openId={right}
        actions={(row) =>
          mayMove(row) ? (
            <Button size="small" icon={ArrowRightLeft} onClick={() => setMoving(row.id)}>
              Move {row.running} to version {flow.version_number}
            </Button>
          ) : null
        }
        columns={[
          {
            head: 'Version',
            cell: ({ id, words }) => (
              <button
                type="button"
                className="link"
                aria-pressed={id === right}
                aria-label={`Compare ${words}`}
                onClick={() => setCompared(id)}
              >
                {words}
              </button>
            ),
            narrow: 'title',
          },
          {
            head: 'Contacts in it',
            cell: ({ running }) => formatCounted(running, 'contact', 'contacts'),
            narrow: 'sub',
            width: '10em',
          },
          { head: 'Since', cell: ({ at }) => (at === null ? '' : when(at)), narrow: 'none', width: '12em' },
        ]}
      />
      <VersionChanges key={right} flow={flow} right={right} />
      <Suspense>
        {moving === null || flow.version_number === null ? null : (
          <MoveDialog flow={flow} from={moving} to={flow.version_number} onClose={() => setMoving(null)} />
        )}
      </Suspense>
    </div>
  );
}
