import { useSelector } from '@xstate/react';
import { ShoppingBag, ShoppingCart } from 'lucide-react';
import { useMemo, useState } from 'react';
import { listStoreItems, readAgentInfo, type StoreItem } from '#contract/store.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { cartHint } from '../../store/cart-hint.ts';
import { useApp } from '../_base/use-app.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { Tabs } from '../_kit/display/Tabs.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { CartPanel } from './CartPanel.tsx';
import { ItemCard } from './ItemCard.tsx';
import '../_resource/resource.css';
import './store.css';

const ALL = 'all';
const NONE: readonly StoreItem[] = [];
/** Milliseconds after which the items are read again: addresses of images work for 5 minutes at least. */
const REFRESH_MS = 4 * 60_000;
const regularly = (): number => REFRESH_MS;

/** Products, and the cart beside them. */
export function StorePage() {
  const { user } = useApp();
  const machines = usePageMachines();
  const machine = useMemo(
    () => machines.cart.provide({ actions: { keep: (_, kept) => cartHint.write(user.id, kept) } }),
    [machines, user.id],
  );
  const [kept] = useState(() => cartHint.read(user.id));
  const cart = usePageMachine(machine, { input: { newKey: machines.newKey, kept } });
  const inCart = useSelector(cart, ({ context }) => context.items);
  const canChange = useSelector(cart, (state) => state.hasTag('changing'));
  const list = useResource(listStoreItems, {}, { reloadAfter: regularly });
  const agent = useResource(readAgentInfo, {});
  const [category, setCategory] = useState(ALL);
  const [isCartOpen, setCartOpen] = useState(false);
  const items = list.data?.data ?? NONE;
  const shown = items.filter((item) => category === ALL || String(item.category?.id) === category);
  const shipTo = agent.data?.data.ship_to ?? null;

  return (
    <>
      <PageBar
        title={titleOf('/store')}
        scope={shipTo === null ? undefined : `Shipped to ${shipTo}`}
        actions={
          <>
            <Button
              className="only-small"
              icon={ShoppingCart}
              aria-expanded={isCartOpen}
              onClick={() => setCartOpen(!isCartOpen)}
            >
              {isCartOpen ? 'Close cart' : `Cart, ${inCart.length}`}
            </Button>
            <ButtonLink href="/store/orders" short="Orders">
              My orders
            </ButtonLink>
          </>
        }
      />
      <div className={classes('store', isCartOpen && 'is-cart-open')}>
        <div className="store-items">
          {list.pending ? <SkeletonLines lines={6} label="Loading the store" /> : null}
          {list.data === null && list.error !== null ? (
            <ErrorPanel
              title="Couldn't load the store"
              text={list.error.message}
              requestId={list.error.requestId}
              actions={<Button onClick={list.reload}>Try again</Button>}
            />
          ) : null}
          {list.data !== null && items.length === 0 ? <NoItems /> : null}
          {items.length === 0 ? null : (
            <Tabs label="Category" items={tabsOf(items)} current={category} onSelect={setCategory} className="page">
              <ul className="store-grid">
                {shown.map((item) => (
                  <ItemCard
                    key={item.id}
                    item={item}
                    isInCart={inCart.some(({ product_id: id }) => id === item.id)}
                    canChange={canChange}
                    onAdd={() => cart.send({ type: 'cart.put', productId: item.id, quantity: 1 })}
                  />
                ))}
              </ul>
            </Tabs>
          )}
        </div>
        <CartPanel cart={cart} items={items} agent={agent.data?.data ?? null} />
      </div>
    </>
  );
}

function NoItems() {
  const { user } = useApp();
  const mayAdd = user.permissions.includes('reference.manage');
  return (
    <EmptyState
      icon={ShoppingBag}
      title="No products yet"
      text={mayAdd ? 'Add the products that agents can order.' : 'Your administrators add what you can order here.'}
      action={mayAdd ? <ButtonLink href="/admin/products?edit=new">Add a product</ButtonLink> : null}
    />
  );
}

/** All, and each category that has a product, by name. */
function tabsOf(items: readonly StoreItem[]) {
  const named = items.flatMap(({ category }) => (category === null ? [] : [category]));
  const byId = [...Map.groupBy(named, ({ id }) => id)].map(([id, [first, ...others]]) => ({
    key: String(id),
    label: first?.title ?? '',
    count: String(others.length + 1),
  }));
  return [
    { key: ALL, label: 'All', count: String(items.length) },
    ...byId.toSorted((a, b) => a.label.localeCompare(b.label)),
  ];
}
