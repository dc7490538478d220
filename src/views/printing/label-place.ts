import { LABELS_A_SHEET } from '#contract/printing.contract.ts';

/** The label of the first sheet to begin with, from 1, as somebody has written it; `null`: there is no such label. */
export function labelPlace(written: string): number | null {
  const place = /^\d+$/.test(written) ? Number(written) : 0;
  return place >= 1 && place <= LABELS_A_SHEET ? place : null;
}
