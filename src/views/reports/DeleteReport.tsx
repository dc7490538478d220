import { Trash2 } from 'lucide-react';
import { type ListedReport, reports } from '#contract/reports.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';

const SHOWN = [reports.list, reports.createdBy, reports.read];

interface DeleteReportProps {
  report: Pick<ListedReport, 'id' | 'name'>;
  onDeleted?: () => void;
}

/** Deletes a report, which can be undone for as long as the message shows. */
export function DeleteReport({ report: { id, name }, onDeleted }: DeleteReportProps) {
  const { toasts } = useApp();
  const failed = ({ message }: { message: string }, retry: () => void) =>
    toasts.show({ tone: 'bad', text: message, action: { label: 'Try again', run: retry } });
  const restore = useLastingSubmit(reports.restore, {
    invalidates: SHOWN,
    onDone: () => toasts.show({ tone: 'good', text: `${name} restored` }),
    onFailed: failed,
  });
  const remove = useLastingSubmit(reports.remove, {
    invalidates: [reports.list, reports.createdBy],
    onDone: () => {
      const undo = { label: 'Undo', run: () => restore({ params: { id } }) };
      toasts.show({ tone: 'info', text: `${name} deleted`, action: undo });
      onDeleted?.();
    },
    onFailed: failed,
  });
  return <IconButton icon={Trash2} label={`Delete ${name}`} onClick={() => remove({ params: { id } })} />;
}
