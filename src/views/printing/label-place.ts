import { LABELS_A_SHEET } from '#contract/printing.contract.ts';

/** Parses the number of the first label to use, from 1; `null`: no such label. */
export function labelPlace(written: string): number | null {
  const place = /^\d+$/.test(written) ? Number(written) : 0;
  return place >= 1 && place <= LABELS_A_SHEET ? place : null;
}
