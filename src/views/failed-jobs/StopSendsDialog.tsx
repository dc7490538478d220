import { listQuietJobs, quietJobs } from '#contract/failed-jobs.contract.ts';
import { fetchMessages } from '#contract/messages/thread.contract.ts';
import { fetchConversations } from '#contract/messages.contract.ts';
import { listEmailLogs } from '#contract/timeline/emails.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Note } from '../_kit/display/Note.tsx';
import { formatCounted } from '../_kit/format/format-count.ts';
import { AlertDialog } from '../_kit/overlays/AlertDialog.tsx';

/** Milliseconds between two counts. Ours: a queue empties quickly. */
const COUNT_MS = 3_000;
const always = (): number => COUNT_MS;

/** The question before sends are stopped, with the number that waits right now. */
export function StopSendsDialog({ onClose }: { onClose: () => void }) {
  const { toasts } = useApp();
  const found = useResource(listQuietJobs, {}, { reloadAfter: always });
  const stop = useSubmit(quietJobs, {
    invalidates: [listQuietJobs, listEmailLogs, readTimeline, fetchMessages, fetchConversations],
    onDone: ({ data: { stopped, leaving } }) => {
      const text =
        stopped === 0 ? 'No message was waiting' : `${formatCounted(stopped, 'message', 'messages')} stopped`;
      const rest = leaving === 0 ? '' : `. ${formatCounted(leaving, 'message was', 'messages were')} already leaving`;
      toasts.show({ tone: 'good', text: `${text}${rest}` });
      onClose();
    },
  });
  return (
    <AlertDialog
      title="Stop all sends?"
      open
      confirmLabel="Stop all sends"
      cancelLabel="Keep sending"
      destructive
      busy={stop.state === 'submitting'}
      onConfirm={() => stop.submit({})}
      onCancel={onClose}
    >
      <div className="stack">
        <p>{found.data === null ? 'Counting waiting messages…' : countWords(found.data.data)}</p>
        <p>
          Stopped e-mails and texts aren't sent later, even if they were planned for another day. Each shows who stopped
          it. Campaigns end for the contacts in them. Agents can send an e-mail again, or write a new text. Sign-in
          codes and notices to users aren't affected.
        </p>
        {stop.state === 'failed' ? (
          <Note tone="bad" title={stop.error?.message ?? "Couldn't stop the messages."} role="alert">
            Press Stop all sends again. What was stopped so far stays stopped.
          </Note>
        ) : null}
      </div>
    </AlertDialog>
  );
}

function countWords({ waiting, leaving }: { waiting: number; leaving: number }): string {
  const waits =
    waiting === 0
      ? 'No message to contacts is waiting right now.'
      : `${formatCounted(waiting, 'message', 'messages')} to contacts ${waiting === 1 ? 'is' : 'are'} waiting.`;
  return leaving === 0 ? waits : `${waits} ${leaving} can no longer be stopped.`;
}
