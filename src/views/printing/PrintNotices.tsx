import { useApp } from '../_base/use-app.ts';
import { useWorkNotices } from '../_base/use-work-notices.ts';

/** Tells that a print has ended. */
export function PrintNotices() {
  useWorkNotices(useApp().printing, {
    changed: [{ name: 'listPrints' }, { name: 'readTimeline' }],
    hrefOf: ({ jid }) => `/prints/${jid}`,
    noticeOf: async (job) => (await import('./print-words.ts')).outcomeOf(job),
  });
  return null;
}
