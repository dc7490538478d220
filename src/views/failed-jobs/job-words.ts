import type { FailedJob, JobKind } from '#contract/failed-jobs.contract.ts';

interface KindWords {
  readonly label: string;
  /** Path of the page that shows what the job is about; absent: there is none. */
  readonly page?: string;
}

const WORDS: Readonly<Record<JobKind, KindWords>> = {
  'imports.read': { label: 'Reading a workbook' },
  'imports.check': { label: 'Import check', page: '/imports' },
  'imports.run': { label: 'Import', page: '/imports' },
  'imports.undo': { label: 'Undo of an import', page: '/imports' },
  'broadcasts.run': { label: 'Broadcast' },
  'bulk.run': { label: 'Bulk change', page: '/contacts/bulk' },
  'bulk.undo': { label: 'Undo of a bulk change', page: '/contacts/bulk' },
  'phone.fetchRecording': { label: 'Call recording', page: '/calls' },
  'printing.run': { label: 'Print job' },
  'workflows.dryRun': { label: 'Dry run of a workflow', page: '/workflows' },
  'verifications.run': { label: 'Phone verification', page: '/verifications' },
  'duplicates.check': { label: 'Duplicate check' },
  'transfers.run': { label: 'Transfer', page: '/transfers' },
  'transfers.revert': { label: 'Revert of a transfer', page: '/transfers' },
  'files.check': { label: 'File check' },
  'files.attach': { label: 'Files for contacts' },
  'records.writeRxWords': { label: 'Preparing prescriptions for search' },
  'reference.rename': { label: 'Rename in a list' },
  'erasures.run': { label: 'Erasure of a contact' },
  'messages.send': { label: 'E-mail or text message' },
  'messages.sendCode': { label: 'Sign-in code or link' },
  'mail.read': { label: 'Received e-mail' },
  'texts.send': { label: 'Text message' },
  'webhooks.send': { label: 'Webhook deliveries' },
};

type Named = Pick<FailedJob, 'kind' | 'subject_id'>;

/** "Import 12". */
export const jobTitle = ({ kind, subject_id: id }: Named): string =>
  id === null ? WORDS[kind].label : `${WORDS[kind].label} ${id}`;

/** Path of the page that shows the work; `null`: there is none. */
export const jobHref = ({ kind, subject_id: id }: Named): string | null => {
  const { page } = WORDS[kind];
  return page === undefined || id === null ? null : `${page}/${id}`;
};
