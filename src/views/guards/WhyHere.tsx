import { useLocation } from '@tanstack/react-router';
import { type Debt, detourOf } from '../../machines/guards/detour.ts';
import { Note } from '../_kit/display/Note.tsx';

const WORDS: Record<Debt, { title: string; text: string }> = {
  payment: {
    title: 'Choose a plan to continue',
    text: 'Your account has no active plan. Your data is safe.',
  },
  password: {
    title: 'Change your password to continue',
    text: 'Your current password is temporary or has expired.',
  },
  two_factor: {
    title: 'Set up two-factor to continue',
    text: 'Your agency requires two-factor authentication at every sign-in.',
  },
};

/**
 * Explains why a guard redirected the user to this page; nothing when they came by themselves. At the top of billing
 * and profile pages. Once the obligation is settled, `session.send({ type: 'session.refresh' })` (or
 * `session.userChanged` with the user of a reply) makes the guards decide again, and they lead back to the page that
 * the user wanted.
 */
export function WhyHere() {
  const detour = detourOf(useLocation({ select: ({ href }) => href }));
  if (detour === null) return null;
  const { title, text } = WORDS[detour.why];
  return (
    <Note tone="info" title={title}>
      <p>
        {text} {detour.back === '/' ? null : "We'll take you back to your page when you're done."}
      </p>
    </Note>
  );
}
