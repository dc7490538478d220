import { useLocation } from '@tanstack/react-router';
import { DEBT_WORDS } from '#rules/access/debt-words.ts';
import { detourOf } from '../../machines/guards/detour.ts';
import { Note } from '../_kit/display/Note.tsx';

/**
 * Explains why a guard redirected the user to this page; nothing when they came by themselves. At the top of billing
 * and profile pages. Once the obligation is settled, `session.send({ type: 'session.refresh' })` (or
 * `session.userChanged` with the user of a reply) makes the guards decide again, and they lead back to the page that
 * the user wanted.
 */
export function WhyHere() {
  const detour = detourOf(useLocation({ select: ({ href }) => href }));
  if (detour === null) return null;
  const { title, text } = DEBT_WORDS[detour.why];
  return (
    <Note tone="info" title={title}>
      <p>
        {text} {detour.back === '/' ? null : "We'll take you back to your page when you're done."}
      </p>
    </Note>
  );
}
