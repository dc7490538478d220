import { ListTree } from 'lucide-react';
import { agentflowStatusGroups } from '#contract/reference.contract.ts';
import { listUserPlaces } from '#contract/users.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { HeadCell, Table, TableScroll } from '../_kit/display/Table.tsx';
import { AddRow } from './AddRow.tsx';
import { type ListKind, movedPositions } from './list-kinds.ts';
import { ReferenceRow } from './ReferenceRow.tsx';

/** One list: rows are edited in place; new ones are added above. */
export function ReferenceList({ kind }: { kind: ListKind }) {
  const { toasts } = useApp();
  const { has } = kind;
  const list = useResource(kind.list, {});
  const places = useResource(listUserPlaces, has.unit ? {} : null);
  const groups = useResource(agentflowStatusGroups.list, has.group ? {} : null);
  const put = useLastingSubmit(kind.change, {
    invalidates: [kind.list, ...kind.alsoShown],
    onDone: () => undefined,
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  const called = kind.label.toLowerCase();

  if (list.data === null && list.error !== null)
    return (
      <ErrorPanel
        title={`Couldn't load ${called}`}
        text={list.error.message}
        requestId={list.error.requestId}
        actions={<Button onClick={list.reload}>Try again</Button>}
      />
    );
  if (list.data === null) return <SkeletonLines lines={6} label={`Loading ${called}`} />;

  const rows = kind.rowsOf(list.data);
  const around = { units: places.data?.data.business_units ?? [], groups: groups.data?.data ?? [] };
  const moveTo = (from: number, to: number) => {
    if (!has.position || to < 0 || to >= rows.length) return undefined;
    return () => {
      for (const [id, position] of movedPositions(rows, from, to)) put(kind.changeArgs(id, { position }));
    };
  };

  return (
    <div className="stack">
      <AddRow kind={kind} around={around} place={rows.length} />
      {rows.length === 0 ? (
        <EmptyState icon={ListTree} title={`No ${called} yet`} text={kind.about} />
      ) : (
        <TableScroll label={kind.label}>
          <Table stacks aria-label={kind.label} className="lists-table">
            <thead>
              <tr>
                <HeadCell>Name</HeadCell>
                {has.color ? <HeadCell>Color</HeadCell> : null}
                {has.group ? <HeadCell>Group</HeadCell> : null}
                {kind.textLabel ? <HeadCell>{kind.textLabel}</HeadCell> : null}
                {has.unit ? <HeadCell>For</HeadCell> : null}
                <HeadCell>
                  <span className="sr">Actions</span>
                </HeadCell>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <ReferenceRow
                  key={row.id}
                  row={row}
                  kind={kind}
                  around={around}
                  onUp={moveTo(at, at - 1)}
                  onDown={moveTo(at, at + 1)}
                />
              ))}
            </tbody>
          </Table>
        </TableScroll>
      )}
    </div>
  );
}
