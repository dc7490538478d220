import { Fragment } from 'react';

const LETTERS: Readonly<Record<string, string>> = {
  '2': 'ABC',
  '3': 'DEF',
  '4': 'GHI',
  '5': 'JKL',
  '6': 'MNO',
  '7': 'PQRS',
  '8': 'TUV',
  '9': 'WXYZ',
};

const SPOKEN: Readonly<Record<string, string>> = { '+': 'plus', '*': 'star', '#': 'pound' };

/** Of the outbound pad and of the pad in a call. Source: core §5. */
export const DIAL_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '+', '0', '*'] as const;
export const TONE_KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;

interface PadProps {
  keys: readonly string[];
  onPress: (key: string) => void;
}

/** The keys of a telephone. */
export function Pad({ keys, onPress }: PadProps) {
  return (
    <div className="pad">
      {keys.map((key) => (
        <button key={key} type="button" className="key" aria-label={SPOKEN[key] ?? key} onClick={() => onPress(key)}>
          <span>{key}</span>
          <small>{LETTERS[key] ?? <Fragment>&nbsp;</Fragment>}</small>
        </button>
      ))}
    </div>
  );
}
