import { DEMO_SCENARIOS } from '#rules/access/demo-scenarios.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { type Commanding, isSame } from './commanding.ts';

/** Troubles that have a name. */
export function ScenariosCard({ busy, command }: Commanding) {
  return (
    <Card title="Scenarios">
      <ul className="list demo-scenarios">
        {DEMO_SCENARIOS.map(({ name, sentence }) => (
          <li key={name}>
            <div className="grow">
              <p className="med">{name}</p>
              <p className="meta soft">{sentence}</p>
            </div>
            <Button
              size="small"
              busy={isSame(busy, { do: 'scenario', name })}
              onClick={() => command({ do: 'scenario', name })}
            >
              Play<span className="sr"> {name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
