import { type AdminGroup, type NamedPage, pagesFor, type Viewer } from '#rules/access/pages.ts';

export interface GroupOfPages {
  readonly group: AdminGroup;
  readonly pages: readonly NamedPage[];
}

/** Returns the pages of administration that a user can open, by group, both in the order of the table of pages. */
export function adminGroups(viewer: Viewer): readonly GroupOfPages[] {
  const grouped = Map.groupBy(pagesFor(viewer), ({ admin }) => admin);
  return [...grouped].flatMap(([group, pages]) => (group === undefined ? [] : [{ group, pages }]));
}
