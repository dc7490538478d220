import { ArrowRight } from 'lucide-react';
import { useId } from 'react';
import type { Boot } from '#contract/_boot.contract.ts';
import { Icon } from '../_kit/display/Icon.tsx';

interface DemoPeopleProps {
  demo: NonNullable<Boot['demo']>;
  onChoose: (username: string, password: string) => void;
}

/** Demo users: one press fills the form and signs in. */
export function DemoPeople({ demo, onChoose }: DemoPeopleProps) {
  const id = useId();
  return (
    <section className="demo" aria-labelledby={id}>
      <header>
        <h2 className="label" id={id}>
          Demo
        </h2>
        <span className="meta quiet">
          Password for all: <code>{demo.password}</code>
        </span>
      </header>
      <ul>
        {demo.people.map(({ username, about }) => (
          <li key={username}>
            <button type="button" onClick={() => onChoose(username, demo.password)}>
              <span className="med">{username}</span>
              <span className="meta quiet cut">{about}</span>
              <Icon of={ArrowRight} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
