import { type Product, products } from '#contract/store/products.contract.ts';
import { listStoreItems } from '#contract/store.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';

export function RemoveImage({ product: { id, name } }: { product: Product }) {
  const { toasts } = useApp();
  const remove = useSubmit(products.update, {
    invalidates: [products.list, products.read, listStoreItems],
    onDone: () => toasts.show({ tone: 'good', text: `Image of ${name} removed` }),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  return (
    <Button
      size="small"
      look="danger"
      busy={remove.state === 'submitting'}
      onClick={() => remove.submit({ params: { id }, body: { remove_image: true } })}
    >
      Remove image
    </Button>
  );
}
