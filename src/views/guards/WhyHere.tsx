import { useLocation } from '@tanstack/react-router';
import { type Debt, detourOf } from '../../machines/guards/detour.ts';
import { Note } from '../_kit/display/Note.tsx';

const WORDS: Record<Debt, { title: string; text: string }> = {
  payment: {
    title: 'This account has no paid plan',
    text: 'Choose a plan and pay it to go on. Nothing of yours is lost meanwhile.',
  },
  password: {
    title: 'Please choose a new password first',
    text: 'The one that you have was given to you, or is too old.',
  },
  two_factor: {
    title: 'Please set up two-factor first',
    text: 'Your agency asks for a second step at every sign-in.',
  },
};

/**
 * Why a guard has brought somebody to this page; nothing when they came by themselves. On top of billing and profile
 * pages. Once the debt is settled, `session.send({ type: 'session.refresh' })` (or `session.userChanged` with the user
 * of a reply) makes the guards decide anew, and they lead back to the page that was wanted.
 */
export function WhyHere() {
  const detour = detourOf(useLocation({ select: ({ href }) => href }));
  if (detour === null) return null;
  const { title, text } = WORDS[detour.why];
  return (
    <Note tone="info" title={title}>
      <p>
        {text} {detour.back === '/' ? null : 'You go back to where you wanted to go when it is done.'}
      </p>
    </Note>
  );
}
