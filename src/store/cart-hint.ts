import { type KeptCart, StoredCart } from '#contract/store.contract.ts';
import { storedHint } from './stored-hint.ts';

const hint = storedHint('cart', 1, StoredCart, { ofTab: true });

/** The cart of this tab and user, with the order that may be on its way. */
export const cartHint = {
  read: (userId: number): KeptCart | null => {
    const stored = hint.read();
    return stored?.user === userId ? (stored as KeptCart) : null;
  },
  write: (userId: number, { items, placing }: KeptCart) =>
    hint.write({ user: userId, items: items.map((item) => ({ ...item })), placing }),
};
