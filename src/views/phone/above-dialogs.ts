/** Of an element that a dialog leaves alive and that lies above it: a call is answered and ended whatever is open. Source: react-aria. */
export const ABOVE_DIALOGS = { 'data-react-aria-top-layer': 'true' } as const;
