import { ChevronDown, CircleCheck, CircleMinus, Phone } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { fetchAssociatedContacts } from '#contract/phone.contract.ts';
import type { Minutes } from '#contract/phone/call.contract.ts';
import { formatPhone, toE164 } from '#rules/phone/phone-number.ts';
import { dialledOf } from '../../../machines/phone/dialled.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { classes } from '../../_kit/format/class-names.ts';
import { formatCount } from '../../_kit/format/format-count.ts';
import { Icon } from '../../_kit/display/Icon.tsx';
import { NumberInput } from './NumberInput.tsx';
import { DIAL_KEYS, Pad } from './Pad.tsx';
import { problemText } from '../call-refusal.ts';
import { isNearTheEnd, sharedBy, typedRefusal } from '../phone-words.ts';
import { keysTo } from '../shown-number.ts';
import type { ShownPhone } from '../use-phone.ts';

/** Keypad for entering and calling a number. */
export function Keypad({ view, send }: ShownPhone) {
  const { line, panel } = view;
  const { typed } = panel;
  const refusal = typedRefusal(line, typed);
  const [serviceOf, setServiceOf] = useState<string | null>(null);
  const isService = serviceOf === typed;
  const change = (next: string) => {
    const { erased, text } = keysTo(typed, next);
    for (let left = erased; left > 0; left -= 1) send({ type: 'panel.erase' });
    if (text !== '') send({ type: 'panel.type', text });
  };
  const call = () => {
    if (refusal === null) send({ type: 'panel.call', ...(isService && { purpose: 'service' }) });
  };
  /** Typing goes to the number from everywhere on the pad. */
  const press = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const isPad = event.target instanceof Element && event.target.matches('.key');
    if (event.key === 'Enter' && isPad && typed !== '') {
      event.preventDefault();
      call();
    } else if (event.key === 'Backspace') send({ type: 'panel.erase' });
    else if (event.key.length === 1 && dialledOf(event.key) !== '') send({ type: 'panel.type', text: event.key });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its keys have buttons of their own
    <div className="phone-body" onKeyDown={press}>
      <NumberInput label="Number" typed={typed} onChange={change} onDone={call} />
      <Match typed={typed} isService={isService} onService={(is) => setServiceOf(is ? typed : null)} />
      <Pad keys={DIAL_KEYS} onPress={(key) => send({ type: 'panel.type', text: key })} />
      <div className="pf">
        <CallFrom view={view} send={send} refusal={refusal} onCall={call} />
        <Footnote line={line} refusal={typed === '' ? null : refusal} />
      </div>
    </div>
  );
}

interface MatchProps {
  typed: string;
  /** The call is about what they have: nothing is sold. */
  isService: boolean;
  onService: (isService: boolean) => void;
}

/** Owner of the number, and whether marketing calls are allowed now. */
function Match({ typed, isService, onService }: MatchProps) {
  const number = toE164(dialledOf(typed));
  const found = useResource(fetchAssociatedContacts, number === null ? null : { body: { phone_number: number } });
  const contacts = number === null || found.isEarlier ? [] : (found.data?.contacts ?? []);
  const [first] = contacts;
  if (first === undefined) {
    const isUnknown = number !== null && found.data !== null && !found.isEarlier;
    return <p className="match">{isUnknown ? <span className="meta quiet">Not in your contacts</span> : null}</p>;
  }
  const purpose = <PurposeChoice isService={isService} onService={onService} />;
  if (contacts.length > 1) {
    return (
      <div className="match-row">
        <p className="match" title={contacts.map(({ name }) => name).join(', ')}>
          <span className="meta">{[sharedBy(contacts.length), isService && ABOUT].filter(Boolean).join(', ')}</span>
        </p>
        {purpose}
      </div>
    );
  }
  const { allowed, reason } = first.may_be_called;
  const isRefused = !allowed && !isService;
  return (
    <div className="match-row">
      <p className={classes('match', isRefused && 'is-refused')} title={isRefused ? reason : undefined}>
        <span className="med cut">{first.name}</span>
        {isService ? (
          <span className="meta">{ABOUT}</span>
        ) : (
          <>
            <Icon of={allowed ? CircleCheck : CircleMinus} tone={allowed ? 'good' : 'warn'} />
            <span className="meta">{allowed ? 'can be called' : reason}</span>
          </>
        )}
      </p>
      {purpose}
    </div>
  );
}

const ABOUT = 'for service';

function PurposeChoice({ isService, onService }: Omit<MatchProps, 'typed'>) {
  return (
    <span className="purpose">
      <Icon of={ChevronDown} />
      <select
        aria-label="Call purpose"
        value={isService ? 'service' : 'marketing'}
        onChange={(event) => onService(event.currentTarget.value === 'service')}
      >
        <option value="marketing">Marketing</option>
        <option value="service">Service</option>
      </select>
    </span>
  );
}

interface CallFromProps extends ShownPhone {
  refusal: string | null;
  onCall: () => void;
}

/** Calls, and says from which own number; another one is chosen at the right. */
function CallFrom({ view, send, refusal, onCall }: CallFromProps) {
  const { numbers, callFrom } = view.line.device;
  return (
    <div className="call-from">
      <Button look="primary" size="tall" wide icon={Phone} refusal={refusal ?? undefined} onClick={onCall}>
        {callFrom === null ? 'Call' : `Call from ${formatPhone(callFrom)}`}
      </Button>
      {numbers.length > 1 && callFrom !== null ? (
        <span className="call-from-choice">
          <Icon of={ChevronDown} />
          <select
            aria-label="Call from"
            value={callFrom}
            onChange={(event) => send({ type: 'line.callFrom', number: event.currentTarget.value })}
          >
            {numbers.map(({ number, label }) => (
              <option key={number} value={number}>
                {[formatPhone(number), label].filter(Boolean).join(', ')}
              </option>
            ))}
          </select>
        </span>
      ) : null}
    </div>
  );
}

interface FootnoteProps extends Pick<ShownPhone['view'], 'line'> {
  /** Why what is typed cannot be called; `null`: it can, or nothing is typed. */
  refusal: string | null;
}

/** Minutes used; or the reason why calling is unavailable. */
function Footnote({ line: { device, minutes }, refusal }: FootnoteProps) {
  const why = device.status === 'ready' ? refusal : problemText(device) || 'Starting the phone.';
  if (why !== null) return <p className="meta">{why}</p>;
  if (minutes === null || minutes.source === 'enabled') return <p className="meta">&nbsp;</p>;
  return <p className={classes('meta num', isNearTheEnd(minutes) ? 'warn-t' : 'quiet')}>{minutesWords(minutes)}</p>;
}

const minutesWords = ({ used, allocation }: Minutes): string =>
  allocation === null
    ? `${formatCount(used)} minutes used`
    : `${formatCount(used)} of ${formatCount(allocation)} minutes used`;
