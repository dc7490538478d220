import { useState } from 'react';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import type { BroadcastActor } from '../../../machines/broadcasts/broadcast.machine.ts';
import { AudienceScope } from './AudienceScope.tsx';
import { AudienceSum } from './AudienceSum.tsx';
import { FindPerson } from './FindPerson.tsx';
import { type AudienceLine, PeopleCard } from './PeopleCard.tsx';

/** The audience: a subtraction whose lines open their people. */
export function AudienceStep({ actor, broadcast }: { actor: BroadcastActor; broadcast: Broadcast }) {
  const [line, setLine] = useState<AudienceLine>('gets_it');
  const [opened, setOpened] = useState(0);
  const open = (next: AudienceLine) => {
    setLine(next);
    setOpened((times) => times + 1);
  };
  return (
    <div className="two">
      <div className="stack">
        <AudienceScope actor={actor} broadcast={broadcast} />
        <AudienceSum actor={actor} broadcast={broadcast} current={line} onOpen={open} />
      </div>
      <div className="stack">
        <FindPerson broadcast={broadcast} />
        <PeopleCard key={line} broadcast={broadcast} line={line} takesFocus={opened} />
      </div>
    </div>
  );
}
