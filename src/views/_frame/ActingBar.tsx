import { LogOut, VenetianMask } from 'lucide-react';
import { Button } from '../_kit/controls/Button.tsx';
import { Icon } from '../_kit/display/Icon.tsx';

export interface ActingBarProps {
  /** Names from the signed-in user up to the user they are logged in as: two or three. */
  people: readonly string[];
  /** Clock time, ready to show. */
  since: string;
  /** "46 min left" */
  left: string;
  reason: string;
  /** Disabled features: "Payments are off." */
  limits: string;
  /** "Exit to Marcus" */
  exitLabel: string;
  busy?: boolean;
  onExit: () => void;
}

/** Shows who is logged in as whom. Above everything, in a color used nowhere else. */
export function ActingBar({ people, since, left, reason, limits, exitLabel, busy = false, onExit }: ActingBarProps) {
  return (
    <section className="acting" aria-label="Logged in as another user">
      <Icon of={VenetianMask} />
      <p className="grow">
        <Stack people={people} />
        <span className="not-small"> since {since}</span>, <span className="num">{left}</span>.{' '}
        <span className="not-small">
          Reason: “{reason}”. {limits}
        </span>
      </p>
      <Button size="small" icon={LogOut} short="Exit" busy={busy} onClick={onExit}>
        {exitLabel}
      </Button>
    </section>
  );
}

/** "Ingrid Sato as Marcus Ellery, acting as Dana Whitfield" */
function Stack({ people }: { people: readonly string[] }) {
  const [signer, ...others] = people;
  const subject = others.pop();
  return (
    <>
      <span className="strong">{signer}</span>
      {others.map((name) => (
        <span key={name}>
          {' '}
          as <span className="strong">{name}</span>,
        </span>
      ))}{' '}
      logged in as <span className="strong">{subject}</span>
    </>
  );
}
