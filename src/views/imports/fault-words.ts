import type { LocalFault, Refusal } from '../../machines/imports/refusal.ts';

/** Why the browser refuses a file or a mapping, one sentence. */
export function faultWords(fault: LocalFault): string {
  switch (fault.kind) {
    case 'empty':
      return `${fault.name} is empty.`;
    case 'tooBig':
      return `${fault.name} is ${fault.megabytes} MB. The limit is 500 MB.`;
    case 'nothingMatched':
      return 'Match at least one column.';
    case 'nobodyMatched':
      return 'Match a name, phone or e-mail column. Each contact needs at least one.';
  }
}

/** Reason why the last command failed, from the browser or the server. */
export const refusalWords = ({ fault, text }: Refusal): string => (fault === undefined ? text : faultWords(fault));
