import { Package } from 'lucide-react';
import { type Product, products } from '#contract/store/products.contract.ts';
import { MAX_PAGE_LIMIT } from '#contract/_wire.contract.ts';
import { corporations } from '#contract/corporations.contract.ts';
import { listCategories } from '#contract/reference.contract.ts';
import { listStoreItems } from '#contract/store.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { ListPage } from '../_resource/ListPage.tsx';
import { offered } from '../_resource/offered.ts';
import { MonthsField, PriceField } from './ProductFields.tsx';
import { RemoveImage } from './RemoveImage.tsx';
import { money } from './store-words.ts';
import './store.css';

const NEW_PRODUCT = { active: true, per_contact: false } as const;

/** Products of the store. */
export function ProductsPage() {
  const known = useResource(listCategories, {}).data?.data ?? [];
  const titleOf = (id: number | null) => known.find((category) => category.id === id)?.title ?? '';
  const sponsors = useResource(corporations.list, { query: { limit: MAX_PAGE_LIMIT } }).data?.data ?? [];
  const categories = known.map(({ title: name, ...category }) => ({ ...category, name }));
  const corporationsOn = sponsors.map(({ retired, ...sponsor }) => ({ ...sponsor, active: !retired }));
  return (
    <ListPage
      of={products}
      icon={Package}
      about="Products that agents can order in the store."
      searched="Name, description"
      nameOf={({ name }) => name}
      columns={[
        { head: 'Name', cell: ({ name }) => name, sortBy: 'name', narrow: 'title' },
        { head: 'Category', cell: ({ category_id: id }) => titleOf(id), narrow: 'sub', width: '12em' },
        {
          head: 'Price',
          cell: ({ price, per_contact: each }) => `${money(price)}${each ? ' per contact' : ''}`,
          sortBy: 'price',
          numeric: true,
          narrow: 'aside',
          width: '12em',
        },
        {
          head: 'Status',
          cell: ({ active }) => (active ? 'On sale' : 'Off'),
          sortBy: 'active',
          narrow: 'sub-aside',
          width: '7em',
        },
      ]}
      alsoShown={[listStoreItems]}
      values={(product) => product ?? NEW_PRODUCT}
      fields={({ text, area, pick, check, file, live }, product) => (
        <>
          {text('name', 'Name', { maxLength: 120 })}
          {area('description', 'Description', { maxLength: 1_000, rows: 3 })}
          {live(({ price }, write, errorOf) => (
            <PriceField price={price ?? null} error={errorOf('price')} onWrite={(next) => write('price', next)} />
          ))}
          {pick('category_id', 'Category', offered(categories, product?.category_id), 'No category')}
          {pick('corporation_id', 'Corporation', offered(corporationsOn, product?.corporation_id), 'No corporation')}
          {live(({ months_count: months }, write, errorOf) => (
            <MonthsField
              months={months ?? null}
              error={errorOf('months_count')}
              onWrite={(next) => write('months_count', next)}
            />
          ))}
          {file('Image', '.png,.jpg,.jpeg,.gif,.webp', hintOf(product))}
          {product?.image ? (
            <div className="whole row">
              <img className="store-thumb" src={product.image.url} alt="" />
              <RemoveImage product={product} />
            </div>
          ) : null}
          <div className="whole stack">
            {check('per_contact', 'Sold per contact: one for each contact of the order')}
            {check('active', 'On sale')}
          </div>
        </>
      )}
    />
  );
}

const hintOf = (product: Product | null): string =>
  product?.image
    ? `${product.image.name} is stored. Choose another file to replace it.`
    : 'PNG, JPEG, GIF or WebP, at most 5 MB.';
