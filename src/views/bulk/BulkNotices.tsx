import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { BulkJob } from '#contract/bulk.contract.ts';
import { listContacts, readContact } from '#contract/contacts.contract.ts';
import { useApp } from '../_app/use-app.ts';

/** Tells, on whatever page, that a bulk job has ended; what it has changed loads anew. */
export function BulkNotices() {
  const { bulkJobs, toasts, invalidate } = useApp();
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });

  useEffect(() => {
    const tell = async (job: BulkJob) => {
      invalidate(listContacts, readContact, { name: 'listRefusedRows' });
      if (path === `/contacts/bulk/${job.id}`) return;
      const { outcomeOf } = await import('./bulk-words.ts');
      const run = () => void navigate({ to: '/contacts/bulk/$id', params: { id: String(job.id) } });
      toasts.show({ ...outcomeOf(job), action: { label: 'Open', run } });
    };
    const settled = bulkJobs.on('bulk.settled', ({ job }) => void tell(job));
    return () => settled.unsubscribe();
  }, [bulkJobs, toasts, invalidate, navigate, path]);

  return null;
}
