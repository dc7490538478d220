import { type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../display/Icon.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { Link } from '../display/Link.tsx';
import { Progress, type ProgressProps } from '../states/Progress.tsx';

export interface BannerProps {
  icon: LucideIcon;
  /** Label of the work: the file's name. */
  title: string;
  /** Absent once nothing moves any more. */
  progress?: Omit<ProgressProps, 'label'> | undefined;
  /** "84 rows/s, 48 s left", or how it ended. */
  detail?: string | undefined;
  open?: { href: string; label: string } | undefined;
  /** Small buttons: what can be done about it right here. */
  acts?: ReactNode;
  onDismiss?: (() => void) | undefined;
}

/** Process notification: long work that runs while the user works elsewhere. */
export function Banner({ icon, title, progress, detail, open, acts, onDismiss }: BannerProps) {
  return (
    <section className="banner" aria-label={title}>
      <Icon of={icon} />
      <span className="med cut">{title}</span>
      {progress ? <Progress label={title} {...progress} /> : null}
      <span className="num soft">
        {progress ? <span className="med lead">{progress.text}</span> : null}
        {progress && detail ? ', ' : null}
        {detail}
      </span>
      <span className="end row">
        {acts}
        {open ? <Link href={open.href}>{open.label}</Link> : null}
        {onDismiss ? <IconButton icon={X} label={`Dismiss: ${title}`} size="small" onClick={onDismiss} /> : null}
      </span>
    </section>
  );
}
