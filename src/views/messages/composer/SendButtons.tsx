import { Clock } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ConversationShown } from '#contract/messages/text.contract.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import { momentText } from '../message-words.ts';
import type { Permission } from '../thread/permission.ts';
import type { Composing } from './use-composer.ts';

const ScheduleDialog = lazyPart(() => import('./ScheduleDialog.tsx'), 'ScheduleDialog');

interface SendButtonsProps {
  composing: Composing;
  refusal: string | undefined;
  canSchedule: boolean;
  permission: Permission | null;
  zone: string;
  now: Date;
}

/** Sends the text now, at the next allowed time, or at a time to choose. */
export function SendButtons({ composing, refusal, canSchedule, permission, zone, now }: SendButtonsProps) {
  const { send, isSending, isEmpty } = composing;
  const [isScheduling, setScheduling] = useState(false);
  const later = isEmpty ? 'write a text first' : undefined;
  const submit = (sendAt: string) => send({ type: 'composer.send', sendAt });
  return (
    <>
      {permission?.is === 'later' && canSchedule ? (
        <Button icon={Clock} busy={isSending} refusal={later} onClick={() => submit(permission.sendAt)}>
          Send {momentText(permission.sendAt, zone, now)}
        </Button>
      ) : null}
      <span className="group">
        <Button type="submit" look="primary" busy={isSending} refusal={refusal}>
          Send text
        </Button>
        <Button
          icon={Clock}
          aria-label="Send later"
          title="Send later"
          refusal={canSchedule ? later : refusal}
          onClick={() => setScheduling(true)}
        />
      </span>
      <Suspense>
        {isScheduling ? (
          <ScheduleDialog
            zone={zone}
            onClose={() => setScheduling(false)}
            onChosen={(at) => {
              setScheduling(false);
              submit(at);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}

interface Refusing {
  shown: ConversationShown;
  permission: Permission | null;
  isEmpty: boolean;
}

/** The reason why it can't be sent now. */
export function refusalOf({ shown, permission, isEmpty }: Refusing): string | undefined {
  if (shown.cannot_send !== '') return shown.cannot_send;
  if (permission === null) return 'no number to text';
  if (permission.is !== 'allowed') return permission.title;
  return isEmpty ? 'write a text first' : undefined;
}
