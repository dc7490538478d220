import { useState } from 'react';
import { isDiallable } from '../../../machines/phone/dialled.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { NumberInput } from './NumberInput.tsx';

/** Destination of a transfer. */
export function TransferForm({ onTransfer }: { onTransfer: (number: string) => void }) {
  const [typed, setTyped] = useState('');
  const transfer = () => {
    if (isDiallable(typed)) onTransfer(typed);
  };
  return (
    <div className="notes transfer">
      <NumberInput label="Transfer to" typed={typed} onChange={setTyped} onDone={transfer} />
      <p className="meta quiet">You leave the call when it's transferred.</p>
      <Button
        look="primary"
        wide
        refusal={isDiallable(typed) ? undefined : 'Enter the number to transfer to.'}
        onClick={transfer}
      >
        Transfer
      </Button>
    </div>
  );
}
