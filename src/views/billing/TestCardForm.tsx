import { CreditCard } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { brandOfNumber, type CardFaults, groupNumber, TEST_CARDS, testCardOf } from '#rules/billing/payment-cards.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import type { CardFormProps } from './card-form.ts';
import { brandWord } from './card-words.ts';

const WORDS = {
  pays: 'pays',
  disputedLost: 'pays, then the bank takes the money back',
  disputedWon: 'pays, then a dispute that you win',
  declined: 'declined',
  insufficient: 'insufficient funds',
  expired: 'expired',
} as const;

/** The card form of the embedded payments: it takes test cards and sends their name, never a number. */
export function TestCardForm({ isBusy, failure, onKeep }: CardFormProps) {
  const [number, setNumber] = useState('');
  const [expiry, setExpiry] = useState('');
  const [faults, setFaults] = useState<CardFaults>({});
  const brand = brandOfNumber(number);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const card = testCardOf({ number, expiry }, new Date(clockNow()));
    setFaults('faults' in card ? card.faults : {});
    if ('token' in card) onKeep(card.token);
  };

  return (
    <form className="card-form" onSubmit={submit} noValidate>
      {failure === undefined ? null : <Note tone="bad" role="alert" title={failure} />}
      <TextField
        label="Card number"
        icon={CreditCard}
        inputMode="numeric"
        autoComplete="off"
        value={number}
        error={faults.number}
        hint={brand === 'other' ? 'Use a test card from the list below.' : brandWord(brand)}
        onChange={({ target }) => setNumber(groupNumber(target.value))}
      />
      <TextField
        label="Expires (MM/YY)"
        inputMode="numeric"
        autoComplete="off"
        className="card-expiry"
        value={expiry}
        error={faults.expiry}
        onChange={({ target }) => setExpiry(target.value)}
      />
      <Button type="submit" look="primary" busy={isBusy}>
        Save card
      </Button>
      <TestCards
        onTake={(taken) => {
          setNumber(groupNumber(taken));
          setExpiry(expiry === '' ? '04/30' : expiry);
          setFaults({});
        }}
      />
    </form>
  );
}

/** This server uses test money: these card numbers belong to no one. */
function TestCards({ onTake }: { onTake: (number: string) => void }) {
  return (
    <section className="test-cards" aria-labelledby="test-cards">
      <h3 id="test-cards" className="med">
        Test cards
      </h3>
      <p className="soft">
        This is a demo. You won't be charged, and real cards are rejected before they leave this page.
      </p>
      <ul>
        {TEST_CARDS.map(({ token, number, brand, answer }) => (
          <li key={token}>
            <button type="button" className="link num" onClick={() => onTake(number)}>
              {groupNumber(number)}
            </button>
            <span className="soft">
              {brandWord(brand)}, {WORDS[answer]}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
