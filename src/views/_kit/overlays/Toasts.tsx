import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { Button } from '../controls/Button.tsx';
import { Icon, type Tone } from '../display/Icon.tsx';
import { IconButton } from '../controls/IconButton.tsx';

export interface Toast {
  id: string;
  tone: Tone;
  text: string;
  icon?: LucideIcon;
  /** Undo, Open: one thing, with what is left of the time to do it ("8 s"). */
  action?: { label: string; left?: string | undefined } | undefined;
}

interface ToastsProps {
  label?: string;
  toasts: readonly Toast[];
  onAction: (id: string) => void;
  onDismiss: (id: string) => void;
  /** Pointer or focus is on the toasts: the owner pauses their timers. */
  onHold: () => void;
  onRelease: () => void;
}

/** Maximum toasts at a time. The newest stay. */
export const MAX_TOASTS = 3;

const DRAWING = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert, info: Info };

/** Messages that pass. The region is always there, so that what appears in it is read out. */
export function Toasts({ label = 'Messages', toasts, onAction, onDismiss, onHold, onRelease }: ToastsProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- holding the timers isn't an action
    <section
      className="toasts"
      aria-label={label}
      onPointerEnter={onHold}
      onPointerLeave={onRelease}
      onFocus={onHold}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onRelease();
      }}
    >
      <ol aria-live="polite" aria-relevant="additions">
        {toasts.slice(-MAX_TOASTS).map((toast) => (
          <li key={toast.id} className="toast">
            <Icon of={toast.icon ?? DRAWING[toast.tone]} tone={toast.tone} />
            <span className="grow">{toast.text}</span>
            {toast.action ? (
              <Button look="plain" size="small" onClick={() => onAction(toast.id)}>
                {toast.action.label}
                {toast.action.left === undefined ? null : (
                  <span className="count" aria-hidden="true">
                    {toast.action.left}
                  </span>
                )}
              </Button>
            ) : null}
            <IconButton icon={X} label={`Dismiss: ${toast.text}`} size="small" onClick={() => onDismiss(toast.id)} />
          </li>
        ))}
      </ol>
    </section>
  );
}
