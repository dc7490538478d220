import { type ComponentType } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import type { ContactTabKey } from './contact-tab-keys.ts';
import { lazyPart } from '../../_kit/states/lazy-part.ts';

export interface ContactTab {
  readonly label: string;
  /** Loaded when it is opened for the first time. */
  readonly Panel: ComponentType<{ contact: Contact }>;
}

/** Tabs of the contact page, in order. */
export const CONTACT_TABS: Readonly<Record<ContactTabKey, ContactTab>> = {
  timeline: {
    label: 'Timeline',
    Panel: lazyPart(() => import('../../timeline/TimelineTab.tsx'), 'TimelineTab'),
  },
  policies: {
    label: 'Policies',
    Panel: lazyPart(() => import('../../records/PoliciesTab.tsx'), 'PoliciesTab'),
  },
  securities: {
    label: 'Securities',
    Panel: lazyPart(() => import('../../records/SecuritiesTab.tsx'), 'SecuritiesTab'),
  },
  rx: {
    label: 'Rx',
    Panel: lazyPart(() => import('../../records/RxTab.tsx'), 'RxTab'),
  },
  notes: {
    label: 'Notes',
    Panel: lazyPart(() => import('../../timeline/NotesTab.tsx'), 'NotesTab'),
  },
  files: {
    label: 'Files',
    Panel: lazyPart(() => import('../../files/FilesTab.tsx'), 'FilesTab'),
  },
  email_log: {
    label: 'E-mail log',
    Panel: lazyPart(() => import('../../timeline/EmailLogTab.tsx'), 'EmailLogTab'),
  },
  workflow_log: {
    label: 'Workflow log',
    Panel: lazyPart(() => import('../../timeline/WorkflowLogTab.tsx'), 'WorkflowLogTab'),
  },
  transfer_history: {
    label: 'Transfer history',
    Panel: lazyPart(() => import('../../timeline/TransferHistoryTab.tsx'), 'TransferHistoryTab'),
  },
  call_files: {
    label: 'Call files',
    Panel: lazyPart(() => import('../../files/CallFilesTab.tsx'), 'CallFilesTab'),
  },
  consent: {
    label: 'Consent',
    Panel: lazyPart(() => import('../../compliance/ConsentTab.tsx'), 'ConsentTab'),
  },
  data: {
    label: 'Data',
    Panel: lazyPart(() => import('../../records/DataTab.tsx'), 'DataTab'),
  },
};
