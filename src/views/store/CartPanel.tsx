import { useSelector } from '@xstate/react';
import { Minus, Plus, ShoppingCart } from 'lucide-react';
import {
  type AgentInfo,
  type CartItem,
  MAX_QUANTITY,
  type OrderLine,
  type StoreItem,
} from '#contract/store.contract.ts';
import type { CartActor } from '../../machines/store/cart.machine.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { formatCount } from '../_kit/format/format-count.ts';
import { CartContacts } from './CartContacts.tsx';
import { PayWith } from './PayWith.tsx';
import { money, paidFrom } from './store-words.ts';

interface CartPanelProps {
  cart: CartActor;
  items: readonly StoreItem[];
  /** `null` while it loads. */
  agent: AgentInfo | null;
}

/** The fields that have a place of their own for a refusal. */
const PLACED = ['payment_method', 'contacts_scope'];

/** The items, their contacts and the total, down to the one button that places the order. */
export function CartPanel({ cart, items, agent }: CartPanelProps) {
  const state = useSelector(cart, (now) => now);
  const { items: inCart, scope, preview, refusal, method, order } = state.context;
  const canChange = state.hasTag('changing');
  const itemOf = (id: number) => items.find((item) => item.id === id);
  const isForContacts = inCart.some(({ product_id: id }) => itemOf(id)?.per_contact === true);
  const elsewhere = refusal !== null && PLACED.some((field) => field in refusal.fields);
  return (
    <aside className="side store-cart" aria-label="Cart">
      <header>
        <Icon of={ShoppingCart} />
        <h2 className="row">
          Cart <span className="count num">{inCart.length}</span>
        </h2>
      </header>
      <div className="store-cart-in" aria-live="polite">
        {state.hasTag('placed') && order !== null ? (
          <Note tone="good" title={`Order ${order.id} is placed`}>
            {money(order.total)} paid from {paidFrom(order)}. <Anchor href="/store/orders">See my orders</Anchor>
          </Note>
        ) : null}
        {refusal === null || elsewhere ? null : (
          <Note tone="bad" role="alert" title={refusal.text}>
            Your cart is kept.
          </Note>
        )}
        {state.hasTag('unsure') ? (
          <Note tone="info" title="Confirming your order">
            The answer hasn't arrived yet. You won't be charged twice.
          </Note>
        ) : null}
        {state.hasTag('stuck') ? (
          <Note tone="warn" role="alert" title="We couldn't confirm your order">
            <p>It may be placed already. Check again: you won't be charged twice.</p>
            <Button size="small" onClick={() => cart.send({ type: 'cart.retry' })}>
              Check again
            </Button>
          </Note>
        ) : null}
        {inCart.length === 0 ? (
          <p className="soft">{state.hasTag('placed') ? 'Your cart is empty.' : 'Add an item to begin an order.'}</p>
        ) : (
          <>
            <ul className="store-lines" aria-label="Items">
              {inCart.map((one) => (
                <CartLine
                  key={one.product_id}
                  one={one}
                  item={itemOf(one.product_id) ?? null}
                  line={preview?.items.find((line) => line.product_id === one.product_id) ?? null}
                  canChange={canChange}
                  onPut={(quantity) => cart.send({ type: 'cart.put', productId: one.product_id, quantity })}
                />
              ))}
            </ul>
            {isForContacts ? (
              <CartContacts
                scope={scope}
                preview={preview}
                isPricing={state.hasTag('pricing')}
                isDisabled={!canChange}
                error={refusal?.fields['contacts_scope']?.[0]}
                onChoose={(scope) => cart.send({ type: 'cart.contacts', scope })}
              />
            ) : null}
            <dl className="store-total">
              <dt>Total</dt>
              <dd className="num" aria-busy={state.hasTag('pricing')}>
                {preview === null ? '' : money(preview.total)}
              </dd>
            </dl>
            <PayWith
              agent={agent}
              method={method}
              total={preview?.total ?? null}
              isDisabled={!canChange}
              error={refusal?.fields['payment_method']?.[0]}
              onChoose={(next) => cart.send({ type: 'cart.payWith', method: next })}
            />
          </>
        )}
      </div>
      {inCart.length === 0 ? null : (
        <footer className="store-end">
          <Button
            look="primary"
            size="tall"
            wide
            busy={state.hasTag('placing')}
            refusal={state.hasTag('placing') ? undefined : whyNot(state, agent)}
            onClick={() => cart.send({ type: 'cart.place' })}
          >
            {preview === null || preview.total === 0 ? 'Place order' : `Place order, ${money(preview.total)}`}
          </Button>
          {state.hasTag('refused') ? (
            <Button onClick={() => cart.send({ type: 'cart.retry' })}>Try again</Button>
          ) : null}
        </footer>
      )}
    </aside>
  );
}

type State = ReturnType<CartActor['getSnapshot']>;

/** Why the order can't be placed now. */
function whyNot(state: State, agent: AgentInfo | null): string | undefined {
  const { preview, method } = state.context;
  if (state.hasTag('stuck')) return 'Check your last order first.';
  if (state.hasTag('pricing') || agent === null) return 'Adding up.';
  if (!state.hasTag('payable') || preview === null) return "Couldn't add up the cart.";
  if (preview.total === 0) return 'Choose the contacts first.';
  if (method === 'card' && agent.card === null) return 'Add a card first.';
  if (method === 'wallet' && (agent.wallet_balance ?? 0) < preview.total) return 'The wallet is short.';
  return undefined;
}

interface CartLineProps {
  one: CartItem;
  /** `null`: no longer sold. */
  item: StoreItem | null;
  /** `null` until it is priced. */
  line: OrderLine | null;
  canChange: boolean;
  onPut: (quantity: number) => void;
}

function CartLine({ one, item, line, canChange, onPut }: CartLineProps) {
  const name = item?.name ?? 'No longer sold';
  return (
    <li>
      <p className="row">
        <span className="med grow">{name}</span>
        <span className="num">{line === null ? '' : money(line.amount)}</span>
      </p>
      <div className="row">
        {item?.per_contact === true ? (
          <span className="soft grow">
            {line === null || line.quantity === 0
              ? `${money(item.price)} per contact`
              : `${formatCount(line.quantity)} × ${money(item.price)}`}
          </span>
        ) : (
          <fieldset className="row grow store-quantity" aria-label={`Quantity of ${name}`} disabled={!canChange}>
            <IconButton
              icon={Minus}
              size="small"
              label={`One less of ${name}`}
              disabled={one.quantity <= 1}
              onClick={() => onPut(one.quantity - 1)}
            />
            <span className="num">{formatCount(one.quantity)}</span>
            <IconButton
              icon={Plus}
              size="small"
              label={`One more of ${name}`}
              disabled={one.quantity >= MAX_QUANTITY}
              onClick={() => onPut(one.quantity + 1)}
            />
          </fieldset>
        )}
        <Button look="plain" size="small" disabled={!canChange} aria-label={`Remove ${name}`} onClick={() => onPut(0)}>
          Remove
        </Button>
      </div>
    </li>
  );
}
