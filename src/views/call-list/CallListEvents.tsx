import { useNavigate } from '@tanstack/react-router';
import { useApp } from '../_base/use-app.ts';
import { useEmitted } from '../_base/use-emitted.ts';
import { leftOutWords } from './call-list-words.ts';

/**
 * Opens the contact that is next on the call list, on every page, and says who was left out. Shows nothing. Part of the
 * frame from its start: what a machine emits is heard once or never.
 */
export function CallListEvents() {
  const { features, toasts } = useApp();
  const navigate = useNavigate();
  useEmitted(features.callList, 'list.opened', ({ number }) => {
    void navigate({ to: '/contacts/$number', params: { number: String(number) } });
  });
  useEmitted(features.callList, 'list.read', ({ found }) => {
    const text = leftOutWords(found);
    if (text !== null) toasts.show({ tone: 'info', text });
  });
  useEmitted(features.callList, 'list.failed', ({ message }) => {
    toasts.show({ tone: 'bad', text: message });
  });
  return null;
}
