import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button, type ButtonProps } from './Button.tsx';

interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'icon' | 'children'> {
  /** A function: made at the click. */
  text: string | (() => string);
  /** "Copy the key" */
  label: string;
}

/** Copies text to the clipboard and confirms it, or says that the browser has no clipboard. */
export function CopyButton({ text, label, ...button }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const copy = () => {
    const writing =
      navigator.clipboard?.writeText(typeof text === 'string' ? text : text()) ??
      Promise.reject(new Error('no clipboard'));
    writing.then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };
  return (
    <>
      <Button {...button} icon={outcome === 'copied' ? Check : Copy} onClick={copy}>
        {outcome === 'copied' ? 'Copied' : label}
      </Button>
      <output className={outcome === 'failed' ? 'meta quiet' : 'sr'}>
        {outcome === null
          ? ''
          : outcome === 'copied'
            ? 'Copied to the clipboard'
            : 'Select the text and copy it manually.'}
      </output>
      {outcome === 'failed' && typeof text === 'function' ? (
        <textarea readOnly className="input by-hand" rows={6} aria-label={label} value={text()} />
      ) : null}
    </>
  );
}
