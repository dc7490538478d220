import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { classes } from '../format/class-names.ts';
import { Icon } from '../display/Icon.tsx';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title'> {
  icon: LucideIcon;
  /** Accessible name and tooltip. */
  label: string;
  size?: 'small' | 'normal';
  /** A number on the corner; the label must contain it too. */
  badge?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

export function IconButton({ icon, label, size = 'normal', badge, className, ...button }: IconButtonProps) {
  return (
    <button
      type="button"
      {...button}
      aria-label={label}
      title={label}
      className={classes('icon-btn', size === 'small' && 'small', className)}
    >
      <Icon of={icon} />
      {badge === undefined ? null : (
        <span className="badge" aria-hidden="true">
          {badge}
        </span>
      )}
    </button>
  );
}
