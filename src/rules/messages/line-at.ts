/** The number of the line that a place of a text is in, from 1. */
export const lineAt = (text: string, index: number): number => text.slice(0, Math.max(0, index)).split('\n').length;
