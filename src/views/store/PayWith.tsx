import type { AgentInfo, PaymentMethod } from '#contract/store.contract.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { money } from './store-words.ts';
import './store.css';

interface PayWithProps {
  /** `null` while it loads. */
  agent: AgentInfo | null;
  method: PaymentMethod;
  total: number | null;
  isDisabled: boolean;
  error: string | undefined;
  onChoose: (method: PaymentMethod) => void;
}

/** Card or wallet; what is missing leads to where it is added. */
export function PayWith({ agent, method, total, isDisabled, error, onChoose }: PayWithProps) {
  if (agent === null) return null;
  const { card, wallet_balance: balance } = agent;
  const isShort = method === 'wallet' && balance !== null && total !== null && balance < total;
  return (
    <div className="store-contacts">
      <SelectField
        label="Pay with"
        value={method}
        disabled={isDisabled}
        error={error ?? (isShort ? `The wallet is ${money(total - balance)} short.` : undefined)}
        options={[
          { value: 'card', label: card === null ? 'Card (none on file)' : `Card ${card}` },
          ...(balance === null ? [] : [{ value: 'wallet', label: `Wallet, ${money(balance)} available` }]),
        ]}
        onChange={(event) => onChoose(event.target.value === 'wallet' ? 'wallet' : 'card')}
      />
      {method === 'card' && (card === null || error !== undefined) ? (
        <p>
          <Anchor href="/billing/update">{card === null ? 'Add a card' : 'Change your card'}</Anchor>
        </p>
      ) : null}
      {isShort ? (
        <p>
          <Anchor href="/wallets">Top up the wallet</Anchor>
        </p>
      ) : null}
    </div>
  );
}
