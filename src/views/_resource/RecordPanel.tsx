import { Trash2, X } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import type { Endpoint } from '#contract/endpoint.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { capital } from '#rules/words/capital.ts';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { formWrite } from './form-write.ts';
import { type AnyRow, type Listable, listsPartly } from './listable.ts';
import type { RecordParts } from './record-parts.tsx';
import { picked } from './record-schema.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const RecordForm = lazyPart(() => import('./RecordForm.tsx'), 'RecordForm');

interface RecordPanelProps {
  of: Listable;
  id: number | 'new';
  /** The row in the list; `null` when it is on another page, or deleted. */
  known: AnyRow | null;
  /** The list is on its way. */
  isLoading: boolean;
  nameOf: (row: AnyRow) => string;
  values: (row: AnyRow | null) => object;
  fields: (parts: RecordParts<never>, row: AnyRow | null) => ReactNode;
  alsoShown?: readonly Endpoint[];
  readOnly: boolean;
  onClose: () => void;
}

/** One record beside its list, or instead of it on a phone: for adding, editing and deleting. */
export function RecordPanel(props: RecordPanelProps) {
  const { of, id, known, isLoading, nameOf, onClose } = props;
  const { one } = of.about.label;
  const isOld = id !== 'new';
  const near = listsPartly(of) ? null : known;
  const far = useResource(of.read ?? of.list, (isOld && !near && of.read ? { params: { id } } : null) as never);
  const row = near ?? (far.data as { data: AnyRow } | null)?.data ?? null;
  const named = row ?? known;
  const title = named === null ? (isOld ? capital(one) : `New ${one}`) : nameOf(named);
  const around = (inner: ReactNode, leave: () => void) => (
    <Side title={title} onClose={leave}>
      {inner}
    </Side>
  );
  const loading = around(<SkeletonLines lines={6} label={`Loading ${one}`} />, onClose);
  if (row === null && isOld)
    return isLoading || far.pending
      ? loading
      : around(
          <ErrorPanel
            title={`Couldn't load this ${one}`}
            text={far.error?.message ?? 'It may have been deleted.'}
            requestId={far.error?.requestId}
          />,
          onClose,
        );
  return (
    <Suspense fallback={loading}>
      <PanelForm {...props} row={row} title={title} frame={around} />
    </Suspense>
  );
}

function Side({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  return (
    <aside className="side" aria-label={title}>
      <header>
        <h2 className="grow cut">{title}</h2>
        <IconButton icon={X} size="small" label="Close" onClick={onClose} />
      </header>
      {children}
    </aside>
  );
}

interface PanelFormProps extends RecordPanelProps {
  row: AnyRow | null;
  title: string;
  frame: (form: ReactNode, leave: () => void) => ReactNode;
}

function PanelForm(props: PanelFormProps) {
  const { of, row, title, values, fields, alsoShown = [], readOnly, onClose, frame } = props;
  const { one } = of.about.label;
  const { toasts } = useApp();
  const invalidates = shownBy(of, alsoShown);
  const remove = useRemove(props, invalidates);
  const write = row === null ? of.create : of.update;
  return (
    <RecordForm
      title={title}
      schema={write.body}
      values={values(row)}
      fields={(parts) => fields(parts as unknown as RecordParts<never>, row)}
      write={formWrite(write as Endpoint, invalidates, (written: object, changed: object, file) => {
        const carried = file === null ? {} : { file };
        if (row === null) return { body: written, ...carried } as never;
        if (Object.keys(changed).length === 0 && file === null) return null;
        const isInPath = write.params !== null;
        const named = isInPath ? { params: { id: row.id }, body: changed } : { body: { id: row.id, ...changed } };
        return { ...named, ...carried } as never;
      })}
      saveLabel={readOnly ? null : row === null ? `Add ${one}` : 'Save'}
      onDone={() => {
        toasts.show({ tone: 'good', text: row === null ? `${capital(one)} added` : `${title} saved` });
        onClose();
      }}
      onClose={onClose}
      frame={frame}
      aside={
        row !== null && of.remove !== undefined && !readOnly ? (
          <Button look="danger" icon={Trash2} busy={remove.isBusy} onClick={remove.run}>
            Delete
          </Button>
        ) : null
      }
    >
      {remove.refusal === null ? null : (
        <Note tone="bad" title={`Couldn't delete ${title}`} role="alert">
          {remove.refusal}
        </Note>
      )}
    </RecordForm>
  );
}

const shownBy = ({ list, read }: Listable, alsoShown: readonly Endpoint[]): readonly Endpoint[] => [
  list,
  ...(read ? [read] : []),
  ...alsoShown,
];

/** Deletes the record; Undo in the message restores it, or adds it again. A refusal appears in its form. */
function useRemove({ of, row, title, values, onClose }: PanelFormProps, shown: readonly Endpoint[]) {
  const { toasts } = useApp();
  const addAgain = useLastingSubmit((of.restore ?? of.create) as Endpoint, {
    invalidates: shown,
    onDone: () => toasts.show({ tone: 'good', text: `${title} restored` }),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  const again = { body: of.restore === undefined ? picked(of.create.body, values(row)) : { ids: [row?.id] } };
  const remove = useSubmit((of.remove ?? of.update) as Endpoint, {
    invalidates: shown,
    onDone: () => {
      toasts.show({
        tone: 'info',
        text: `${title} deleted`,
        action: { label: 'Undo', run: () => addAgain(again) },
      });
      onClose();
    },
  });
  return {
    isBusy: remove.state === 'submitting',
    refusal: remove.state === 'failed' ? (remove.error?.message ?? null) : null,
    run: () => remove.submit({ params: { id: row?.id } } as never),
  };
}
