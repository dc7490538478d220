import { ArrowLeft, ArrowRight, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type Training, trainings } from '#contract/trainings.contract.ts';
import { formatCounted } from '#rules/words/format-count.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { useListSearch } from '../_resource/list-search.ts';
import { MoveRow } from '../_resource/MoveRow.tsx';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

const SHOWN = [trainings.list, trainings.sections, trainings.mine];

interface Section {
  readonly section: string;
  readonly ids: readonly number[];
}

/** Puts trainings in an order; the write outlives the page. */
function usePlace() {
  const { toasts } = useApp();
  return useLastingSubmit(trainings.place, {
    invalidates: SHOWN,
    onDone: () => undefined,
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
}

interface SectionToolsProps {
  section: Section;
  sections: readonly Section[];
  onDeleted: () => void;
}

/** Moves a section among the others, and deletes it after a question. */
export function SectionTools({ section, sections, onDeleted }: SectionToolsProps) {
  const place = usePlace();
  const at = sections.indexOf(section);
  const swap = (before: Section | undefined, after: Section | undefined) => {
    if (before !== undefined && after !== undefined) place({ body: { ids: [...before.ids, ...after.ids] } });
  };
  return (
    <span className="end row">
      <IconButton
        icon={ArrowLeft}
        size="small"
        label={`Move ${section.section} left`}
        disabled={at === 0}
        onClick={() => swap(section, sections[at - 1])}
      />
      <IconButton
        icon={ArrowRight}
        size="small"
        label={`Move ${section.section} right`}
        disabled={at === sections.length - 1}
        onClick={() => swap(sections[at + 1], section)}
      />
      <DeleteSection section={section} onDeleted={onDeleted} />
    </span>
  );
}

function DeleteSection({ section: { section, ids }, onDeleted }: Pick<SectionToolsProps, 'section' | 'onDeleted'>) {
  const { toasts } = useApp();
  const [isAsked, setIsAsked] = useState(false);
  const count = formatCounted(ids.length, 'training', 'trainings');
  const restore = useLastingSubmit(trainings.restore, {
    invalidates: SHOWN,
    onDone: () => toasts.show({ tone: 'good', text: `${section} restored` }),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  const remove = useSubmit(trainings.removeSection, {
    invalidates: SHOWN,
    onDone: ({ data }) => {
      toasts.show({
        tone: 'info',
        text: `${section} deleted`,
        action: { label: 'Undo', run: () => restore({ body: { ids: data.ids } }) },
      });
      setIsAsked(false);
      onDeleted();
    },
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  return (
    <>
      <Button size="small" look="danger" icon={Trash2} onClick={() => setIsAsked(true)}>
        Delete section
      </Button>
      <Suspense>
        {isAsked ? (
          <AlertDialog
            title={`Delete ${section} with ${count}?`}
            open
            destructive
            confirmLabel={`Delete ${count}`}
            cancelLabel="Keep section"
            busy={remove.state === 'submitting'}
            onConfirm={() => remove.submit({ params: { id: ids[0] ?? 0 } })}
            onCancel={() => setIsAsked(false)}
          >
            <p>Agents no longer see these trainings. You can undo this.</p>
          </AlertDialog>
        ) : null}
      </Suspense>
    </>
  );
}

interface MoveTrainingProps {
  training: Training;
  sections: readonly Section[];
}

/** Moves a training within its section; absent while the list has another order. */
export function MoveTraining({ training: { id, title, section }, sections }: MoveTrainingProps) {
  const { search } = useListSearch();
  const place = usePlace();
  const ids = sections.find((one) => one.section === section)?.ids ?? [];
  const at = ids.indexOf(id);
  const isOrdered = (search.order_field ?? 'position') === 'position' && search.order !== 'desc';
  if (!isOrdered || at === -1) return null;
  return (
    <MoveRow
      name={title}
      isFirst={at === 0}
      isLast={at === ids.length - 1}
      onMove={(by) => {
        const other = ids[at + by];
        if (other !== undefined) place({ body: { ids: by === -1 ? [id, other] : [other, id] } });
      }}
    />
  );
}
