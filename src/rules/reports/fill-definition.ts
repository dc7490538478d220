import { MAX_REPORT_DAYS, type ReportDefinition, type ReportType } from '#contract/reports/definition.contract.ts';
import { daysBetween } from '../time/days.ts';
import { REPORT_KINDS } from './report-types.ts';

/** The definition of a new report of a type: parts that are absent have its defaults. */
export function fillDefinition(
  type: ReportType,
  written: { readonly [Key in keyof ReportDefinition]?: ReportDefinition[Key] | undefined },
): ReportDefinition {
  const { measures, dimensions, range } = REPORT_KINDS[type];
  const period = range === 'any' ? 'next_90_days' : 'last_30_days';
  const {
    dimension = dimensions[0],
    measure = measures[0],
    who = 'all',
    compare = 'none',
    filters = [],
    from = null,
    to = null,
  } = written;
  const chosen = written.period ?? period;
  const days = chosen === 'custom' ? { from, to } : { from: null, to: null };
  return { dimension, measure, who, period: chosen, ...days, compare, filters };
}

/** What is wrong with a definition, by its field. */
export function definitionFaults(type: ReportType, definition: ReportDefinition): Partial<Record<string, string>> {
  const { label, measures, dimensions, range, hasContacts } = REPORT_KINDS[type];
  const { measure, dimension, period, from, to, compare, filters } = definition;
  const isAhead = period === 'next_30_days' || period === 'next_90_days';
  const span = from === null || to === null ? null : daysBetween(from, to) + 1;
  const faults = {
    measure: measures.includes(measure) ? null : `A ${label} report doesn't count this.`,
    dimension: dimensions.includes(dimension) ? null : `A ${label} report can't be split this way.`,
    period: isAhead && range === 'past' ? 'This report is about days gone by. Choose other days.' : null,
    compare: compare !== 'none' && range === 'now' ? 'A report as of now has nothing to compare.' : null,
    filters: filters.length > 0 && !hasContacts ? 'This report counts no contacts, so it has no filters.' : null,
    from: period === 'custom' ? customFault(from, span) : null,
    to: period === 'custom' && to === null ? 'Choose the last day.' : null,
  };
  return Object.fromEntries(Object.entries(faults).filter((fault): fault is [string, string] => fault[1] !== null));
}

function customFault(from: string | null, span: number | null): string | null {
  if (from === null) return 'Choose the first day.';
  if (span !== null && span < 1) return 'Choose a first day that is not after the last one.';
  return span !== null && span > MAX_REPORT_DAYS ? 'Choose at most three years.' : null;
}
