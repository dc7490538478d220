import { useSelector } from '@xstate/store-react';
import { Phone } from 'lucide-react';
import { formatPhone } from '#rules/phone/phone-number.ts';
import type { CallView } from '../../../machines/phone/line-view.ts';
import { useActors } from '../../_base/app-context.ts';
import { Button, ButtonLink, type ButtonProps } from '../../_kit/controls/Button.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { type Dialled, useDial } from './DialNumber.tsx';

/** Calls the number in the field next to it. Renders nothing without a phone. */
export function CallNumber({ number, contactId }: Required<Dialled>) {
  const { hasPhone, refusal, dial } = useDial({ number, contactId });
  if (!hasPhone) return null;
  return (
    <IconButton
      icon={Phone}
      size="small"
      label={[`Call ${formatPhone(number)}`, refusal].filter(Boolean).join(', ')}
      aria-disabled={refusal === undefined ? undefined : true}
      onClick={refusal === undefined ? dial : undefined}
    />
  );
}

const NOW: Readonly<Record<CallView['stage'], string>> = {
  validating: 'calling now',
  quota: 'calling now',
  dialling: 'calling now',
  ringing: 'ringing now',
  waiting: 'connected now',
  rejoining: 'connected now',
  active: 'connected now',
  ending: 'ending the call',
};

/** The button of a contact's head; it says so while they are on the line. */
export function CallButton({ number, contactId, look = 'default' }: Required<Dialled> & Pick<ButtonProps, 'look'>) {
  const { hasPhone, refusal, dial } = useDial({ number, contactId });
  const { phone } = useActors();
  const stage = useSelector(phone.view, (view) =>
    view?.line.call?.contactId === contactId ? view.line.call.stage : undefined,
  );
  if (!hasPhone)
    return (
      <ButtonLink href={`tel:${number}`} icon={Phone} look={look}>
        Call
      </ButtonLink>
    );
  return (
    <Button icon={Phone} look={look} refusal={stage === undefined ? refusal : NOW[stage]} onClick={dial}>
      {stage === undefined ? 'Call' : stage === 'active' ? 'On call' : 'Calling'}
    </Button>
  );
}
