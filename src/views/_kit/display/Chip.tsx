import { ChevronDown, type LucideIcon, X } from 'lucide-react';
import type { ButtonHTMLAttributes, Ref } from 'react';
import { classes } from '../format/class-names.ts';
import { Icon } from './Icon.tsx';

export interface ChipProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Name of the filter, before the value: "State" Texas. */
  field?: string;
  /** `choose` opens a list, `remove` removes the chip, `add` creates one. */
  kind?: 'plain' | 'choose' | 'remove' | 'add';
  icon?: LucideIcon;
  ref?: Ref<HTMLButtonElement>;
}

export function Chip({ field, kind = 'plain', icon, className, children, ...button }: ChipProps) {
  return (
    <button type="button" {...button} className={classes('chip', kind === 'add' && 'add', className)}>
      {kind === 'remove' ? <span className="sr">Remove filter </span> : null}
      {icon ? <Icon of={icon} /> : null}
      {field === undefined ? (
        children
      ) : (
        <span>
          <span className="soft">{field}</span> <b>{children}</b>
        </span>
      )}
      {kind === 'choose' ? <Icon of={ChevronDown} /> : null}
      {kind === 'remove' ? <Icon of={X} /> : null}
    </button>
  );
}
