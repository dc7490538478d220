import { formatCounted } from '../words/format-count.ts';

/** What names a corporation, in words: ["2 products", "1 campaign trigger"]. */
export const usersOf = ({
  products,
  triggers,
  trainings,
}: Readonly<Record<'products' | 'triggers' | 'trainings', number>>): readonly string[] => [
  ...(products > 0 ? [formatCounted(products, 'product', 'products')] : []),
  ...(triggers > 0 ? [formatCounted(triggers, 'campaign trigger', 'campaign triggers')] : []),
  ...(trainings > 0 ? [formatCounted(trainings, 'training', 'trainings')] : []),
];
