import { useState } from 'react';
import {
  allocateToWallets,
  listAgentWallets,
  listWalletTransactions,
  readWallet,
  reclaimFromWallets,
  type AgentWallet,
} from '#contract/wallets.contract.ts';
import { dollars, parseDollars } from '#rules/billing/money.ts';
import { formatBalance, formatMicros, fromDollars } from '#rules/wallets/micros.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Cell, HeadCell, Table } from '../_kit/display/Table.tsx';
import { Slice } from './Slice.tsx';

const DAYS = 30;
const AFTER = [readWallet, listAgentWallets, listWalletTransactions];

/** The wallets of agents, with allocations to the selected ones. */
export function AgentWallets({ available }: { available: number | null }) {
  const agents = useResource(listAgentWallets, {});
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const all = agents.data?.data ?? [];
  const selected = all.filter(({ user_id }) => chosen.includes(user_id));
  const choose = (id: number, on: boolean) => setChosen(on ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <Card title="Agents" count={agents.data ? String(all.length) : undefined}>
      <Slice of={agents} what="the agents' wallets">
        {() =>
          all.length === 0 ? (
            <p className="pad soft">You manage no agents yet.</p>
          ) : (
            <Table stacks className="wallet-agents">
              <thead>
                <tr>
                  <HeadCell>Agent</HeadCell>
                  <HeadCell numeric>Available</HeadCell>
                  <HeadCell numeric>On hold</HeadCell>
                  <HeadCell numeric>Lasts</HeadCell>
                </tr>
              </thead>
              <tbody>
                {all.map((agent) => (
                  <tr key={agent.user_id}>
                    <Cell narrow="title">
                      <Checkbox
                        checked={chosen.includes(agent.user_id)}
                        onCheckedChange={(on) => choose(agent.user_id, on)}
                      >
                        {agent.name}
                      </Checkbox>
                    </Cell>
                    <Cell numeric narrow="aside">
                      {formatBalance(fromDollars(agent.balance))}
                    </Cell>
                    <Cell numeric narrow="sub-aside">
                      {agent.held > 0 ? formatMicros(fromDollars(agent.held)) : ''}
                    </Cell>
                    <Cell numeric narrow="sub">
                      {lasts(agent)}
                    </Cell>
                  </tr>
                ))}
              </tbody>
            </Table>
          )
        }
      </Slice>
      {selected.length === 0 ? null : <Moves selected={selected} available={available} onDone={() => setChosen([])} />}
    </Card>
  );
}

function lasts({ balance, spent }: AgentWallet): string {
  if (balance <= 0) return 'Empty';
  if (spent <= 0) return 'No use in 30 days';
  const days = Math.floor(balance / (spent / DAYS));
  return days === 1 ? '1 day' : `${days.toLocaleString('en-US')} days`;
}

interface MovesProps {
  readonly selected: readonly AgentWallet[];
  readonly available: number | null;
  readonly onDone: () => void;
}

/** Says the total before it is moved. */
function Moves({ selected, available, onDone }: MovesProps) {
  const [each, setEach] = useState('40.00');
  const give = useSubmit(allocateToWallets, { invalidates: AFTER, onDone });
  const take = useSubmit(reclaimFromWallets, { invalidates: AFTER, onDone });
  const cents = parseDollars(each);
  const total = cents === null ? null : cents * selected.length;
  const back = selected.reduce((sum, { granted }) => sum + granted, 0);
  const ids = selected.map(({ user_id }) => user_id);
  const isBusy = give.state === 'submitting' || take.state === 'submitting';
  const refusals = take.error?.fields['user_ids'] ?? give.error?.fields['user_ids'] ?? [];
  const error = give.error ?? take.error;
  return (
    <div className="pad wallet-form">
      {error === null || error.fields['amount'] !== undefined ? null : (
        <Note tone="bad" role="alert" title={error.message}>
          {refusals.join(' ')}
        </Note>
      )}
      <div className="row wrap">
        <TextField
          label={`Give each of ${selected.length}`}
          inputMode="decimal"
          value={each}
          error={cents === null ? 'Enter an amount such as 40.00.' : give.error?.fields['amount']?.[0]}
          onChange={(event) => setEach(event.target.value)}
        />
        {total === null || available === null ? null : (
          <span className="soft num">
            {dollars(total)} of {formatBalance(fromDollars(available))}
          </span>
        )}
      </div>
      <div className="row wrap">
        <Button
          look="primary"
          busy={give.state === 'submitting'}
          refusal={cents === null ? 'Enter an amount first.' : isBusy ? 'Money is moving.' : undefined}
          onClick={() => {
            take.reset();
            if (cents !== null) give.submit({ body: { user_ids: ids, amount: cents / 100 } });
          }}
        >
          {total === null ? 'Allocate' : `Allocate ${dollars(total)}`}
        </Button>
        <Button
          busy={take.state === 'submitting'}
          refusal={isBusy ? 'Money is moving.' : back === 0 ? 'They have nothing from the agency.' : undefined}
          onClick={() => {
            give.reset();
            take.submit({ body: { user_ids: ids } });
          }}
        >
          Reclaim {formatMicros(fromDollars(back))}
        </Button>
      </div>
    </div>
  );
}
