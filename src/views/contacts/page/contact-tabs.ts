import { type ComponentType, lazy } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import type { ContactTabKey } from './contact-tab-keys.ts';

export interface ContactTab {
  readonly label: string;
  /** Loaded when it is opened for the first time. */
  readonly Panel: ComponentType<{ contact: Contact }>;
}

/** Tabs of the contact page, in order. */
export const CONTACT_TABS: Readonly<Record<ContactTabKey, ContactTab>> = {
  timeline: {
    label: 'Timeline',
    Panel: lazy(async () => ({ default: (await import('../../timeline/TimelineTab.tsx')).TimelineTab })),
  },
  policies: {
    label: 'Policies',
    Panel: lazy(async () => ({ default: (await import('../../records/PoliciesTab.tsx')).PoliciesTab })),
  },
  securities: {
    label: 'Securities',
    Panel: lazy(async () => ({ default: (await import('../../records/SecuritiesTab.tsx')).SecuritiesTab })),
  },
  rx: {
    label: 'Rx',
    Panel: lazy(async () => ({ default: (await import('../../records/RxTab.tsx')).RxTab })),
  },
  notes: {
    label: 'Notes',
    Panel: lazy(async () => ({ default: (await import('../../timeline/NotesTab.tsx')).NotesTab })),
  },
  files: {
    label: 'Files',
    Panel: lazy(async () => ({ default: (await import('../../files/FilesTab.tsx')).FilesTab })),
  },
  email_log: {
    label: 'E-mail log',
    Panel: lazy(async () => ({ default: (await import('../../timeline/EmailLogTab.tsx')).EmailLogTab })),
  },
  workflow_log: {
    label: 'Workflow log',
    Panel: lazy(async () => ({ default: (await import('../../timeline/WorkflowLogTab.tsx')).WorkflowLogTab })),
  },
  transfer_history: {
    label: 'Transfer history',
    Panel: lazy(async () => ({ default: (await import('../../timeline/TransferHistoryTab.tsx')).TransferHistoryTab })),
  },
  call_files: {
    label: 'Call files',
    Panel: lazy(async () => ({ default: (await import('../../files/CallFilesTab.tsx')).CallFilesTab })),
  },
  consent: {
    label: 'Consent',
    Panel: lazy(async () => ({ default: (await import('../../compliance/ConsentTab.tsx')).ConsentTab })),
  },
  data: {
    label: 'Data',
    Panel: lazy(async () => ({ default: (await import('../../records/DataTab.tsx')).DataTab })),
  },
};
