import { useSelector } from '@xstate/react';
import type { ShownToast } from '../../machines/_toasts/toasts.machine.ts';
import { type Toast, Toasts } from '../_kit/overlays/Toasts.tsx';
import { useActors } from '../_base/app-context.ts';

/** The messages that pass. */
export function FrameToasts() {
  const { toasts } = useActors();
  const shown = useSelector(toasts, ({ context }) => context.toasts);
  return (
    <Toasts
      toasts={shown.map(drawn)}
      onAction={(id) => toasts.send({ type: 'toast.act', id })}
      onDismiss={(id) => toasts.send({ type: 'toast.dismiss', id })}
      onHold={() => toasts.send({ type: 'toasts.hold' })}
      onRelease={() => toasts.send({ type: 'toasts.release' })}
    />
  );
}

const drawn = ({ id, tone, text, action, leftMs }: ShownToast): Toast => ({
  id,
  tone,
  text,
  action: action && { label: action.label, left: `${Math.ceil(leftMs / 1000)} s` },
});
