import type { ContactFilter, ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import type { ReportResult } from '#contract/reports.contract.ts';
import type { ReportMeasure, ReportType } from '#contract/reports/definition.contract.ts';
import { dayIn, lastOfMonth, plusDays } from '../time/days.ts';
import { isTimeDimension } from './report-labels.ts';

interface Wanted {
  readonly type: ReportType;
  readonly result: ReportResult;
  readonly measure: ReportMeasure;
  /** `null`: the total. */
  readonly key: string | null;
}

/** Days without any activity after which a contact is untouched. */
export const UNTOUCHED_DAYS = 30;

const empty = (field: ContactFilter['field']): ContactFilter => ({ field, op: 'empty', value: '' });
const is = (field: ContactFilter['field'], value: string): ContactFilter =>
  value === '' ? empty(field) : { field, op: 'is', value };

const added = ({ from, to }: { readonly from: string; readonly to: string }): ContactFilter[] => [
  { field: 'created_at', op: 'after', value: plusDays(from, -1) },
  { field: 'created_at', op: 'before', value: plusDays(to, 1) },
];

/**
 * The contact list with the contacts behind a number, as a scope of it. `null`: what is counted are no contacts, or the
 * list can't be narrowed to them.
 */
export function contactsLink({ type, result, measure, key }: Wanted): ContactsScopeInput | null {
  if (type !== 'conversion' && type !== 'pipeline') return null;
  const { definition, days, zone, computed_at: at } = result;
  const row = key === null ? [] : rowFilters(result, key);
  if (row === null) return null;
  const today = dayIn(zone, new Date(at));
  const of: Partial<Record<ReportMeasure, ContactFilter[]>> = {
    contacts: [],
    contacted: [{ field: 'last_touch_at', op: 'not_empty', value: '' }],
    sold: [{ field: 'policy_status', op: 'is', value: 'active' }],
    overdue: [{ field: 'follow_up_on', op: 'before', value: plusDays(today, 1) }],
    untouched: [{ field: 'last_touch_at', op: 'not_since', value: plusDays(today, -UNTOUCHED_DAYS) }],
  };
  const isTime = isTimeDimension(definition.dimension) && key !== null;
  const range = days === null || isTime ? [] : added(days);
  const search = [...definition.filters, ...range, ...row, ...(of[measure] ?? [])];
  return { contact_group: definition.who, search };
}

/** Filters for a row of the report; `null`: the list has none for it. */
function rowFilters({ definition: { dimension }, days }: ReportResult, key: string): ContactFilter[] | null {
  switch (dimension) {
    case 'agent':
      return [is('owner', key)];
    case 'source':
      return [is('source', key)];
    case 'state':
      return [is('state', key)];
    case 'vendor':
      return [is('api_vendor', key)];
    case 'contact_status':
      return [is('status', key)];
    case 'contact_type':
      return [is('type', key)];
    case 'day':
    case 'week':
    case 'month': {
      const last = dimension === 'day' ? key : dimension === 'week' ? plusDays(key, 6) : lastOfMonth(key);
      if (days === null) return null;
      return added({ from: key < days.from ? days.from : key, to: last > days.to ? days.to : last });
    }
    default:
      return null;
  }
}
