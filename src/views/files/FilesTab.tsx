import type { Contact } from '#contract/contacts.contract.ts';
import { listFiles } from '#contract/files.contract.ts';
import { FileList } from './FileList.tsx';

/** Everything on paper about a contact. */
export const FilesTab = ({ contact }: { contact: Contact }) => (
  <FileList contact={contact} kind="file" list={listFiles} />
);
