import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon, type Tone } from './Icon.tsx';

const DRAWING = { good: CircleCheck, warn: TriangleAlert, bad: CircleAlert, info: Info };

interface NoteProps {
  tone: Tone;
  title: string;
  children?: ReactNode;
  /** `alert` interrupts, `status` waits; leave out for what was there from the start. */
  role?: 'alert' | 'status';
  /** For the field that it explains. */
  id?: string;
}

/** A boxed message inside a page. */
export function Note({ tone, title, children, role, id }: NoteProps) {
  return (
    <div className={`note ${tone}`} role={role} id={id}>
      <Icon of={DRAWING[tone]} tone={tone} />
      <div>
        <p className="med">{title}</p>
        {children ? <div className="soft">{children}</div> : null}
      </div>
    </div>
  );
}
