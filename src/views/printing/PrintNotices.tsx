import { useApp } from '../_app/use-app.ts';
import { useWorkNotices } from '../_app/use-work-notices.ts';

/** Tells that a print has ended. */
export function PrintNotices() {
  useWorkNotices(useApp().printing, {
    changed: [{ name: 'listPrints' }, { name: 'readTimeline' }],
    hrefOf: ({ jid }) => `/prints/${jid}`,
    noticeOf: async (job) => (await import('./print-words.ts')).outcomeOf(job),
  });
  return null;
}
