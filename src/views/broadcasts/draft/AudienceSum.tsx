import { useSelector } from '@xstate/react';
import { Ban, CircleAlert, Clock, type LucideIcon, PhoneOff, RefreshCw, Send, Users, UsersRound } from 'lucide-react';
import type { Broadcast, RecipientReason } from '#contract/broadcasts/broadcast.contract.ts';
import { recipientsOf } from '#rules/broadcasts/audience.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { BroadcastActor } from '../../../machines/broadcasts/broadcast.machine.ts';
import { useApp } from '../../_base/use-app.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { ProgressLine } from '../../_kit/states/Progress.tsx';
import { Icon, type Tone } from '../../_kit/display/Icon.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { formatTimeWithSeconds } from '../../_kit/format/format-when.ts';
import { formatPeople, REASON_WORDS } from '../broadcast-words.ts';
import type { AudienceLine } from './PeopleCard.tsx';

/** Look of the reasons that differ from the rest. */
const LOOKS: Partial<Readonly<Record<RecipientReason, { readonly icon: LucideIcon; readonly tone?: Tone }>>> = {
  withdrawn: { icon: Ban, tone: 'bad' },
  do_not_call: { icon: PhoneOff, tone: 'bad' },
  duplicate: { icon: UsersRound },
  expired: { icon: Clock, tone: 'warn' },
};
const USUAL: { readonly icon: LucideIcon; readonly tone?: Tone } = { icon: CircleAlert, tone: 'warn' };

interface AudienceSumProps {
  actor: BroadcastActor;
  broadcast: Broadcast;
  current: AudienceLine;
  onOpen: (line: AudienceLine) => void;
}

/** Matches, minus each reason, equals who gets it: a subtraction that anyone can check. */
export function AudienceSum({ actor, broadcast, current, onOpen }: AudienceSumProps) {
  const { audience, channel } = broadcast;
  const zone = IANA_ZONES[useApp().user.timezone];
  const isBusy = useSelector(actor, (now) => now.hasTag('busy'));
  if (audience === null)
    return (
      <Card title="Counting contacts" padded>
        <ProgressLine label="Counting contacts" done={0} total={null} text="Checking everyone who matches" />
      </Card>
    );
  return (
    <Card
      title={`${formatPeople(audience.recipients)} will get it`}
      aside={
        <>
          <span className="meta quiet num not-small">checked {formatTimeWithSeconds(audience.frozen_at, zone)}</span>
          <Button
            look="plain"
            size="small"
            icon={RefreshCw}
            busy={isBusy}
            onClick={() => actor.send({ type: 'broadcast.count' })}
          >
            Check again
          </Button>
        </>
      }
    >
      <ul className="items">
        <Line
          icon={Users}
          label="Contacts that match"
          count={formatCount(audience.matched)}
          isCurrent={current === 'matched'}
          onOpen={() => onOpen('matched')}
        />
        {audience.left_out.map(({ reason, contacts }) => {
          const look = LOOKS[reason] ?? USUAL;
          return (
            <Line
              key={reason}
              icon={look.icon}
              tone={look.tone}
              label={REASON_WORDS[reason].label[channel]}
              why={REASON_WORDS[reason].why[channel]}
              count={`−${formatCount(contacts)}`}
              isCurrent={current === reason}
              onOpen={() => onOpen(reason)}
            />
          );
        })}
        <Line
          icon={Send}
          label="Will get it"
          count={formatCount(audience.recipients)}
          isTotal
          isCurrent={current === 'gets_it'}
          onOpen={() => onOpen('gets_it')}
        />
      </ul>
      {recipientsOf(audience) === audience.recipients ? null : (
        <p className="items-foot bad-t">The numbers don't add up. Press Check again, or contact support.</p>
      )}
      <p className="items-foot meta quiet">
        Each contact is counted once, at the first reason that holds them back. The check runs again for each person at
        the moment of sending.
      </p>
    </Card>
  );
}

interface LineProps {
  icon: LucideIcon;
  tone?: Tone | undefined;
  label: string;
  why?: string;
  count: string;
  isTotal?: boolean;
  isCurrent: boolean;
  onOpen: () => void;
}

function Line({ icon, tone, label, why, count, isTotal = false, isCurrent, onOpen }: LineProps) {
  return (
    <li className={isTotal ? 'total' : undefined}>
      <Icon of={icon} tone={tone} />
      <span>
        <span className="med">{label}</span>
        {why === undefined ? null : <span className="meta soft items-why">{why}</span>}
      </span>
      <button type="button" className="link" aria-pressed={isCurrent} aria-label={`Open ${label}`} onClick={onOpen}>
        Open
      </button>
      <span className="n num">{count}</span>
    </li>
  );
}
