import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import { plusDays } from '#rules/time/days.ts';
import { filter, type Part, type Span } from './reading.ts';

/** A day within a span: one filter for a single day, else the days around its ends. */
export function within(field: ContactFilter['field'], { first, last }: Partial<Span>): Part[] {
  if (first !== undefined && first === last) return [filter(field, first)];
  return [
    ...(first ? [filter(field, plusDays(first, -1), 'after')] : []),
    ...(last ? [filter(field, plusDays(last, 1), 'before')] : []),
  ];
}
