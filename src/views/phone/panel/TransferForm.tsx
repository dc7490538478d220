import { useState } from 'react';
import type { Call } from '#contract/phone/call.contract.ts';
import { extensionOf, isDiallable } from '../../../machines/phone/dialled.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Colleagues } from './Colleagues.tsx';
import { NumberInput } from './NumberInput.tsx';

interface TransferFormProps {
  line: Call['line'];
  onTransfer: (number: string) => void;
}

const HINT = "You leave the call when they answer. If they don't, the call comes back to you.";

function transferRefusal(typed: string, line: Call['line']): string | undefined {
  if (!isDiallable(typed)) return 'Enter the number to transfer to.';
  return extensionOf(typed) === null || line === 'twilio'
    ? undefined
    : "You can't transfer to an extension. Use a direct number.";
}

/** Destination of a transfer. */
export function TransferForm({ line, onTransfer }: TransferFormProps) {
  const [typed, setTyped] = useState('');
  const refusal = transferRefusal(typed, line);
  const transfer = () => {
    if (refusal === undefined) onTransfer(typed);
  };
  return (
    <div className="notes transfer">
      <Colleagues onChoose={onTransfer} />
      <NumberInput label="Transfer to" typed={typed} onChange={setTyped} onDone={transfer} />
      <p className="meta quiet">{HINT}</p>
      <Button look="primary" wide refusal={refusal} onClick={transfer}>
        Transfer
      </Button>
    </div>
  );
}
