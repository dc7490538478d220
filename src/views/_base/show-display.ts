import type { Display } from '#contract/session.contract.ts';
import { displayStore } from '../../store/display.store.ts';
import { applyDisplay, type DisplayOptions } from '../_frame/display-options.ts';

export const optionsOf = ({ font_size, primary_color, background }: Display): DisplayOptions => ({
  size: font_size,
  primary: primary_color,
  background,
});

export const displayOf = ({ size, primary, background }: DisplayOptions): Display => ({
  font_size: size,
  primary_color: primary,
  background,
});

/** Applies the display options to the document. */
export function showDisplay(document: Document): void {
  const show = () => applyDisplay(document, optionsOf(displayStore.getSnapshot().context.options));
  show();
  displayStore.subscribe(show);
}
