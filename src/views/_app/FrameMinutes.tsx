import { Suspense } from 'react';
import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const MinutesRequests = lazyPart(() => import('../phone/dock/MinutesRequests.tsx'), 'MinutesRequests');

/** Minutes requests from the downline, on every page of a manager. */
export function FrameMinutes() {
  const { user } = useApp();
  const gate = useGate('phone');
  if (!gate.allowed || !user.permissions.includes('phone.call') || user.downline_count === 0) return null;
  return (
    <Suspense>
      <MinutesRequests />
    </Suspense>
  );
}
