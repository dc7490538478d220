import { createContext, use } from 'react';
import type { FileKind } from '#contract/files.contract.ts';

/** A file added to the open contact. */
export interface Sending {
  readonly id: number;
  readonly file: File;
  readonly kind: FileKind;
}

/** Uploads of a contact, which continue whichever tab is open. */
export interface Uploads {
  readonly sending: readonly Sending[];
  take(kind: FileKind, files: readonly File[]): void;
}

export const UploadsContext = createContext<Uploads | null>(null);

/** @throws outside `<UploadsFrame>`. */
export function useUploads(): Uploads {
  const uploads = use(UploadsContext);
  if (uploads === null) throw new Error('useUploads outside <UploadsFrame>');
  return uploads;
}
