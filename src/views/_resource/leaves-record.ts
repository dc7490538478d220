/** A place in the app as the router names it. */
interface PageAt {
  readonly pathname: string;
  readonly search: object;
}

/** Parts of an address that only narrow, order or turn a list. */
const LIST_PARTS: readonly string[] = ['q', 'order', 'order_field', 'page', 'limit'];

/** True when a navigation leaves the open record, and not only for another page of the list beside it. */
export const leavesRecord = (current: PageAt, next: PageAt): boolean =>
  current.pathname !== next.pathname || recordOf(current) !== recordOf(next);

const recordOf = ({ search }: PageAt): string =>
  JSON.stringify(Object.entries(search).filter(([name]) => !LIST_PARTS.includes(name)));
