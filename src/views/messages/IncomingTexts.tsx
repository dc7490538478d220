import { useTextsFeed } from '../_base/feeds/use-texts-feed.ts';
import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';

/** Announces and counts texts that come in, on every page of a user who texts. Shows nothing. */
export function IncomingTexts() {
  const { user } = useApp();
  const gate = useGate('messages');
  return gate.allowed && user.permissions.includes('contacts.read') ? <Following key={user.id} /> : null;
}

function Following() {
  useTextsFeed();
  return null;
}
