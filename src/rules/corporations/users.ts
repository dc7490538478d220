import { formatCounted } from '../words/format-count.ts';

/** What names a corporation, in words: ["2 products", "1 campaign trigger"]. */
export const usersOf = ({ products, triggers }: { products: number; triggers: number }): readonly string[] => [
  ...(products > 0 ? [formatCounted(products, 'product', 'products')] : []),
  ...(triggers > 0 ? [formatCounted(triggers, 'campaign trigger', 'campaign triggers')] : []),
];
