import { useState } from 'react';
import { parseDollars, typedDollars } from '#rules/billing/money.ts';
import { TextField } from '../_kit/controls/TextField.tsx';

interface PriceFieldProps {
  /** Dollars. */
  price: number | null;
  error: string | undefined;
  onWrite: (price: number) => void;
}

/** Typed text stays unchanged while it equals the price. */
export function PriceField({ price, error, onWrite }: PriceFieldProps) {
  const [typed, setTyped] = useState({ text: '', price: Number.NaN });
  const write = (text: string) => {
    const cents = parseDollars(text);
    const next = cents === null ? Number.NaN : cents / 100;
    setTyped({ text, price: next });
    onWrite(next);
  };
  const isOwn = typed.text !== '' && Object.is(typed.price, price);
  const stored = price === null || Number.isNaN(price) ? '' : typedDollars(Math.round(price * 100));
  return (
    <TextField
      label="Price in dollars"
      inputMode="decimal"
      autoComplete="off"
      maxLength={16}
      value={isOwn ? typed.text : stored}
      error={error}
      onChange={(event) => write(event.currentTarget.value)}
    />
  );
}

interface MonthsFieldProps {
  months: number | null;
  error: string | undefined;
  onWrite: (months: number | null) => void;
}

export function MonthsField({ months, error, onWrite }: MonthsFieldProps) {
  return (
    <TextField
      label="Good for months"
      hint="Leave it empty for no limit."
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      value={months === null || Number.isNaN(months) ? '' : String(months)}
      error={error}
      onChange={({ currentTarget: { value } }) => {
        const digits = value.replaceAll(/\D/gu, '');
        onWrite(digits === '' ? null : Number(digits));
      }}
    />
  );
}
