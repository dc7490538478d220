import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../display/Icon.tsx';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** Purpose of this place. */
  text: ReactNode;
  /** The one next step. */
  action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon of={icon} />
      <h2>{title}</h2>
      <p>{text}</p>
      {action}
    </div>
  );
}
