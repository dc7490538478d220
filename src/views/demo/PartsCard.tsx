import type { DemoCommand, DemoWorld } from '#contract/demo.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { type Commanding, isSame } from './commanding.ts';

interface PartsCardProps extends Commanding {
  world: DemoWorld;
  ageMs: number;
}

const NAMES = { web: 'Server', jobs: 'Jobs', voice: 'Phone', database: 'Database' } as const;

/** Kills, restarts and pauses what runs. */
export function PartsCard({ world, ageMs, busy, command }: PartsCardProps) {
  return (
    <Card title="Parts" aside={<span className="meta quiet">restart automatically</span>} padded>
      <ul className="demo-rows">
        {world.parts.map(({ part, state, left_ms }) => {
          const isPaused = state === 'paused' && (left_ms ?? 0) > ageMs;
          const button = (does: DemoCommand, label: string) => (
            <Button size="small" busy={isSame(busy, does)} onClick={() => command(does)}>
              {label}
              <span className="sr"> {NAMES[part]}</span>
            </Button>
          );
          return (
            <li key={part}>
              <span className="med demo-part">{NAMES[part]}</span>
              <span className="row wrap">
                {button({ do: 'kill', part }, 'Kill')}
                {button({ do: 'restart', part }, 'Restart')}
                {part === 'database'
                  ? null
                  : isPaused
                    ? button({ do: 'resume', part }, 'Resume')
                    : button({ do: 'pause', part, seconds: 10 }, 'Pause 10 s')}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
