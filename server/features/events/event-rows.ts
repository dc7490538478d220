/** What other features read and write of a calendar, with its history. */
export {
  deleteEvents,
  type Derived,
  type EventRow,
  insertChange,
  insertEvent,
  keepRows,
  lockEvents,
  updateEvent,
} from './events.sql.ts';
export { findShared } from './feed/feed.sql.ts';
