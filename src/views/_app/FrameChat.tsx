import { useLocation } from '@tanstack/react-router';
import { useSelector } from '@xstate/store-react';
import { Suspense } from 'react';
import { loadsLate } from '../../actors/_frame/late-part.ts';
import { useApp } from '../_base/use-app.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

/** Milliseconds after the frame: the page comes first. Ours, as long as the phone waits. */
const LOADS_MS = 500;

const ChatDock = lazyPart(
  loadsLate(LOADS_MS, () => import('../chat/ChatDock.tsx')),
  'ChatDock',
);

/** A page without the frame. Source: core §2. */
const WITHOUT_CHAT = '/wallets/receipt';

/** MAX next to the phone, for users who have it. */
export function FrameChat() {
  const { chat } = useApp();
  const isThere = useSelector(chat.isThere);
  const path = useLocation({ select: ({ pathname }) => pathname });
  return isThere && path !== WITHOUT_CHAT ? (
    <Suspense>
      <ChatDock />
    </Suspense>
  ) : null;
}
