import { LogOut, VenetianMask } from 'lucide-react';
import { Button } from '../_kit/Button.tsx';
import { Icon } from '../_kit/Icon.tsx';

export interface ActingBarProps {
  actor: string;
  subject: string;
  /** Clock time, ready to show. */
  since: string;
  /** "14 min" */
  lasting?: string;
  reason?: string;
  /** What is switched off meanwhile: "Sending and payments are off." */
  limits?: string;
  /** "Exit to Marcus" */
  exitLabel: string;
  onExit: () => void;
}

/** Who acts as whom. Above everything, in a colour that nothing else has. */
export function ActingBar({ actor, subject, since, lasting, reason, limits, exitLabel, onExit }: ActingBarProps) {
  return (
    <section className="acting" aria-label="Acting as somebody else">
      <Icon of={VenetianMask} />
      <p className="grow">
        <span className="strong">{actor}</span> acting as <span className="strong">{subject}</span> since {since}
        {lasting === undefined ? '.' : `, ${lasting}.`}{' '}
        {reason === undefined ? null : <span className="not-small">Reason: “{reason}”. </span>}
        {limits}
      </p>
      <Button size="small" icon={LogOut} short="Exit" onClick={onExit}>
        {exitLabel}
      </Button>
    </section>
  );
}
