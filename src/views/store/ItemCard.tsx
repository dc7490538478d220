import { Check, Package } from 'lucide-react';
import type { StoreItem } from '#contract/store.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Icon } from '../_kit/display/Icon.tsx';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { money, termsOf } from './store-words.ts';

interface ItemCardProps {
  item: StoreItem;
  isInCart: boolean;
  /** False while an order is on its way. */
  canChange: boolean;
  onAdd: () => void;
}

export function ItemCard({ item, isInCart, canChange, onAdd }: ItemCardProps) {
  return (
    <li className="card store-item">
      {item.image_url === null ? (
        <span className="store-image">
          <Icon of={Package} />
        </span>
      ) : (
        <img className="store-image" src={item.image_url} alt="" loading="lazy" />
      )}
      <div className="store-about">
        <h2 className="label">{item.name}</h2>
        <p className="soft">{item.description}</p>
        <p className="row wrap store-price">
          <span className="med num">{money(item.price)}</span>
          <span className="soft">{termsOf(item)}</span>
          <span className="end">
            {isInCart ? (
              <StatusWord icon={Check}>In cart</StatusWord>
            ) : (
              <Button
                size="small"
                aria-label={`Add to cart: ${item.name}`}
                refusal={canChange ? undefined : 'Your order is on its way.'}
                onClick={onAdd}
              >
                Add to cart
              </Button>
            )}
          </span>
        </p>
      </div>
    </li>
  );
}
