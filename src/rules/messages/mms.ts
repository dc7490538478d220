import type { FileType } from '#contract/files.contract.ts';

/** Bytes of all files of a message at most. Source: Twilio, accepted media. */
export const MMS_MAX_BYTES = 5 * 1024 * 1024;
/** The same for what carriers don't scale down: all but pictures. Source: Twilio, accepted media. */
export const MMS_OTHER_BYTES = 500 * 1024;

const PICTURES: readonly FileType[] = ['png', 'jpg', 'gif'];

/** Why carriers don't deliver a file with a text, one sentence; `null`: they do. */
export function mmsFault({ type, bytes }: { readonly type: FileType; readonly bytes: number }): string | null {
  if (bytes > MMS_MAX_BYTES) return 'Carriers deliver at most 5 MB with a text. Use a smaller file.';
  if (PICTURES.includes(type) || bytes <= MMS_OTHER_BYTES) return null;
  return 'Carriers deliver at most 500 KB of a file that is no picture. Use a smaller file, or link to it.';
}
