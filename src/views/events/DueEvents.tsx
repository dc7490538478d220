import { useRemindersFeed } from '../_base/feeds/use-reminders-feed.ts';
import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';

/** Announces events that are about to begin, on every page. Shows nothing. */
export function DueEvents() {
  const { user } = useApp();
  const gate = useGate('events');
  return gate.allowed && user.permissions.includes('contacts.read') ? <Following key={user.id} /> : null;
}

function Following() {
  useRemindersFeed();
  return null;
}
