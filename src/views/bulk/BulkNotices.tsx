import { listContacts, readContact } from '#contract/contacts.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useWorkNotices } from '../_base/use-work-notices.ts';

/** Tells that a bulk job has ended. */
export function BulkNotices() {
  useWorkNotices(useApp().bulkJobs, {
    changed: [listContacts, readContact, { name: 'listRefusedRows' }],
    hrefOf: ({ id }) => `/contacts/bulk/${id}`,
    noticeOf: async (job) => (await import('./bulk-words.ts')).outcomeOf(job),
  });
  return null;
}
