/** Rows that a form offers: those that are on, and the one that is chosen. */
export const offered = <R extends { readonly id: number; readonly active: boolean }>(
  rows: readonly R[],
  chosen: number | null = null,
): readonly R[] => rows.filter(({ id, active }) => active || id === chosen);
