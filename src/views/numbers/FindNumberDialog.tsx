import { useState } from 'react';
import {
  CAPABILITIES,
  type Capability,
  listPhoneNumbers,
  type NumberOffer,
  purchasePhoneNumber,
  searchPhoneNumbers,
} from '#contract/numbers.contract.ts';
import { type PaymentMethod, readAgentInfo } from '#contract/store.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { useApp } from '../_base/use-app.ts';
import { type Resource, useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { PayWith } from '../store/PayWith.tsx';
import { money } from '../store/store-words.ts';
import { CAPABILITY_WORDS, capabilityWords } from './number-words.ts';

const AREA_CODE = /^[2-9]\d\d$/;

/** Milliseconds until a search follows the last change. Ours. */
const SETTLES_MS = 300;

/** What is searched for and chosen, and the purchase of it. */
function useFinding(usual: string, onClose: () => void) {
  const { toasts, session } = useApp();
  const [areaCode, setAreaCode] = useState(usual);
  const [wanted, setWanted] = useState<readonly Capability[]>(['voice', 'sms']);
  const [chosen, setChosen] = useState('');
  const [method, setMethod] = useState<PaymentMethod>('card');
  const query = { area_code: areaCode, ...Object.fromEntries(wanted.map((one) => [one, 'true'] as const)) };
  const found = useResource(searchPhoneNumbers, AREA_CODE.test(areaCode) ? { query } : null, {
    settlesAfter: SETTLES_MS,
  });
  const agent = useResource(readAgentInfo, {});
  const purchase = useSubmit(purchasePhoneNumber, {
    invalidates: [listPhoneNumbers, searchPhoneNumbers, readAgentInfo],
    onDone: ({ data }) => {
      onClose();
      const number = formatPhone(data.phone_number);
      toasts.show(
        data.state === 'bought'
          ? { tone: 'good', text: `${number} is your number now.` }
          : { tone: 'warn', text: `${number} is paid. The carrier hasn't answered yet.` },
      );
      session.send({ type: 'session.refresh' });
    },
    onFailed: () => found.reload(),
  });
  const offers = AREA_CODE.test(areaCode) ? (found.data?.data ?? null) : null;
  const number = offers?.find(({ phone_number }) => phone_number === chosen)?.phone_number ?? null;
  const price = found.data?.meta.price ?? null;
  const { state, error } = purchase;
  const isBusy = state === 'submitting';
  // The money may have moved: nothing changes until the same request, with its key, has its answer.
  const isUnsure = error?.outcomeOpen === true;
  const isFixed = isBusy || isUnsure;
  const payFault =
    error?.fields['payment_method']?.[0] ?? error?.fields['use_wallet']?.[0] ?? error?.fields['amount']?.[0];
  const change = (act: () => void) => {
    act();
    purchase.reset();
  };
  const buy = () => {
    if (isUnsure) purchase.retry();
    else if (number !== null && price !== null)
      purchase.submit({ body: { phone_number: number, use_wallet: method === 'wallet', expected_price: price } });
  };
  return {
    areaCode,
    wanted,
    chosen,
    method,
    found,
    offers,
    number,
    price,
    error,
    payFault,
    isBusy,
    isUnsure,
    isFixed,
    agent: agent.data?.data ?? null,
    setAreaCode: (next: string) => change(() => setAreaCode(next)),
    setWanted: (next: readonly Capability[]) => change(() => setWanted(next)),
    setChosen: (next: string) => change(() => setChosen(next)),
    setMethod: (next: PaymentMethod) => change(() => setMethod(next)),
    buy,
  };
}

/** Searches for a number and buys it. The button names the price. */
export function FindNumberDialog({ areaCode: usual, onClose }: { areaCode: string; onClose: () => void }) {
  const it = useFinding(usual, onClose);
  const { areaCode, wanted, chosen, method, found, offers, number, price, error, payFault } = it;
  const { isBusy, isUnsure, isFixed } = it;
  return (
    <Dialog
      open
      title="Get a phone number"
      {...(isBusy ? {} : { onClose })}
      footer={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            Cancel
          </Button>
          <Button
            look="primary"
            busy={isBusy}
            refusal={number === null && !isUnsure ? 'Choose a number first.' : undefined}
            onClick={it.buy}
          >
            {isUnsure ? 'Try again' : price === null ? 'Buy' : `Buy for ${money(price)}`}
          </Button>
        </>
      }
    >
      <div className="find-number">
        {error === null || payFault !== undefined ? null : <Note tone="bad" role="alert" title={error.message} />}
        <div className="find-number-by">
          <TextField
            label="Area code"
            inputMode="numeric"
            maxLength={3}
            value={areaCode}
            disabled={isFixed}
            error={
              areaCode.length === 3 && !AREA_CODE.test(areaCode) ? 'Enter a US area code, such as 512.' : undefined
            }
            onChange={(event) => it.setAreaCode(event.target.value.replaceAll(/\D/g, ''))}
          />
          <Wanted wanted={wanted} isDisabled={isFixed} onChange={it.setWanted} />
        </div>
        <Results
          areaCode={areaCode}
          found={found}
          offers={offers}
          chosen={chosen}
          isDisabled={isFixed}
          onChoose={it.setChosen}
        />
        {price === null ? null : (
          <>
            <p className="soft">
              <b className="num">{money(price)}</b>, charged once. No monthly fee.
            </p>
            <PayWith
              agent={it.agent}
              method={method}
              total={price}
              isDisabled={isFixed}
              error={payFault}
              onChoose={it.setMethod}
            />
          </>
        )}
      </div>
    </Dialog>
  );
}

interface WantedProps {
  wanted: readonly Capability[];
  isDisabled: boolean;
  onChange: (wanted: readonly Capability[]) => void;
}

function Wanted({ wanted, isDisabled, onChange }: WantedProps) {
  return (
    <fieldset className="find-number-can">
      <legend>Must be able to</legend>
      {CAPABILITIES.map((one) => (
        <Checkbox
          key={one}
          checked={wanted.includes(one)}
          disabled={isDisabled}
          onCheckedChange={(on) => onChange(CAPABILITIES.filter((each) => (each === one ? on : wanted.includes(each))))}
        >
          {CAPABILITY_WORDS[one]}
        </Checkbox>
      ))}
    </fieldset>
  );
}

interface ResultsProps extends Omit<OffersProps, 'offers'> {
  areaCode: string;
  found: Pick<Resource<unknown>, 'pending' | 'error' | 'reload'>;
  /** `null`: none were searched for, or they load. */
  offers: readonly NumberOffer[] | null;
}

function Results({ areaCode, found, offers, ...choice }: ResultsProps) {
  if (offers === null && found.error !== null) {
    return (
      <Note tone="bad" title={found.error.message} role="alert">
        <Button size="small" onClick={found.reload}>
          Try again
        </Button>
      </Note>
    );
  }
  if (offers === null && found.pending && AREA_CODE.test(areaCode)) {
    return <SkeletonLines lines={5} label="Searching for numbers" />;
  }
  if (offers === null) return <p className="soft">Enter an area code to see the numbers that are available.</p>;
  if (offers.length > 0) return <Offers offers={offers} {...choice} />;
  return <output className="soft">No numbers available in {areaCode}. Try another area code, or ask for less.</output>;
}

interface OffersProps {
  offers: readonly NumberOffer[];
  chosen: string;
  isDisabled: boolean;
  onChoose: (number: string) => void;
}

function Offers({ offers, chosen, isDisabled, onChoose }: OffersProps) {
  return (
    <fieldset className="find-number-offers">
      <legend>Available numbers</legend>
      {offers.map(({ phone_number: number, locality, region, capabilities }) => (
        <label key={number} className="find-number-offer">
          <input
            type="radio"
            className="check radio"
            name="offer"
            disabled={isDisabled}
            checked={number === chosen}
            onChange={() => onChoose(number)}
          />
          <span className="num med">{formatPhone(number)}</span>
          <span className="soft cut">{[locality, region].filter((part) => part !== '').join(', ')}</span>
          <span className="meta quiet cut">{capabilityWords(capabilities)}</span>
        </label>
      ))}
    </fieldset>
  );
}
