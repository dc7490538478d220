import { useSelector } from '@xstate/store-react';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { hasDialer } from '../../../machines/phone/line-view.ts';
import { useActors } from '../../_base/app-context.ts';
import { classes } from '../../_kit/format/class-names.ts';
import { Anchor } from '../../_kit/display/Link.tsx';
import { callRefusal } from '../call-refusal.ts';

export interface Dialled {
  /** E.164, or as it was written. */
  number: string;
  /** Contact of the call; absent: the owner of the number. */
  contactId?: number;
}

/** Whether there is a phone, why it cannot call now, and the call action. */
export function useDial({ number, contactId }: Dialled) {
  // Not the whole app: a list has one of these in every row.
  const { phone } = useActors();
  const refusal = useSelector(phone.view, (view) => (hasDialer(view) ? callRefusal(view.line) : undefined));
  return {
    hasPhone: refusal !== undefined,
    refusal: refusal ?? undefined,
    dial: () => phone.send({ type: 'line.dial', number, ...(contactId === undefined ? {} : { contactId }) }),
  };
}

interface DialNumberProps extends Dialled {
  className?: string;
  /** In a list of many the keys of the list call, and Tab goes from row to row. */
  isTabStop?: boolean;
  /** Fallback without a phone: a link for the device's own phone, unless it is offered elsewhere. */
  without?: 'link' | 'text';
}

/** A number that can be called by a click. */
export function DialNumber({ number, contactId, className, isTabStop = true, without = 'text' }: DialNumberProps) {
  const { hasPhone, refusal, dial } = useDial({ number, ...(contactId === undefined ? {} : { contactId }) });
  const shown = formatPhone(number);
  if (!hasPhone)
    return without === 'text' ? (
      <span className={classes('num', className)}>{shown}</span>
    ) : (
      <Anchor href={`tel:${number}`} className={classes('num', className)}>
        {shown}
      </Anchor>
    );
  return (
    <button
      type="button"
      className={classes('dial-number num', className)}
      tabIndex={isTabStop ? undefined : -1}
      title={refusal ?? `Call ${shown}`}
      aria-disabled={refusal === undefined ? undefined : true}
      onClick={refusal === undefined ? dial : undefined}
    >
      <span className="sr">Call </span>
      {shown}
      {refusal === undefined ? null : <span className="sr">, {refusal}</span>}
    </button>
  );
}
