import type { Contact } from '#contract/contacts.contract.ts';
import { listCallFiles } from '#contract/files.contract.ts';
import { FileList } from './FileList.tsx';

/** Recordings of calls with a contact. */
export const CallFilesTab = ({ contact }: { contact: Contact }) => (
  <FileList contact={contact} kind="call" list={listCallFiles} />
);
