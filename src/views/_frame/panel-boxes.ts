import type { Box } from './panel-place.ts';

/** Positions of floating panels by name; sheets have none. */
const boxes = new Map<string, Box>();
const listeners = new Set<() => void>();

export const boxOfPanel = (name: string): Box | null => boxes.get(name) ?? null;

/** `null`: it is folded. */
export function tellBox(name: string, box: Box | null): void {
  if (JSON.stringify(box) === JSON.stringify(boxOfPanel(name))) return;
  if (box === null) boxes.delete(name);
  else boxes.set(name, box);
  for (const tell of listeners) tell();
}

export function observeBoxes(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
