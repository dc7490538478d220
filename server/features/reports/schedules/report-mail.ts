import { brandOf } from '#brands/brand.ts';
import type { Report, ReportResult } from '#contract/reports.contract.ts';
import type { ReportScheduleFields } from '#contract/reports/schedule.contract.ts';
import { scheduleWords } from '#rules/reports/report-schedule.ts';
import { REPORT_KINDS } from '#rules/reports/report-types.ts';
import { formatInstant, formatNumber } from '#rules/reports/report-values.ts';
import { daysWords, definitionWords, DIMENSION_WORDS, MEASURE_WORDS } from '#rules/reports/report-words.ts';
import type { Mail } from '../../../adapters/mail/mail.ts';
import type { Deps } from '../../../deps.ts';
import { htmlText } from '../../mail/html-text.ts';

/** Rows in an e-mail; the page has all of them. Ours. */
const MAILED_ROWS = 25;

interface Sent {
  readonly report: Pick<Report, 'id' | 'name' | 'type'>;
  readonly result: ReportResult;
  readonly schedule: ReportScheduleFields;
  readonly to: string;
}

/** A report as an e-mail: what it counts, its numbers as a table, and where to open their records. */
export function reportMail({ config }: Pick<Deps, 'config'>, { report, result, schedule, to }: Sent): Mail {
  const { type, name, id } = report;
  const { measures } = REPORT_KINDS[type];
  const head = [DIMENSION_WORDS[result.definition.dimension], ...measures.map((one) => MEASURE_WORDS[one].label)];
  const cells = (label: string, numbers: readonly number[]) => [
    label,
    ...measures.map((measure, at) => formatNumber(measure, numbers[at] ?? 0)),
  ];
  const rows = result.rows.slice(0, MAILED_ROWS).map((row) => cells(row.label, row.numbers));
  const more = result.rows.length + result.more_rows - rows.length;
  const table = { head, rows, total: cells('Total', result.totals) };
  const about = [
    definitionWords(type, result.definition),
    result.days === null ? '' : daysWords(result.days),
    `As of ${formatInstant(result.computed_at, result.zone)}`,
  ].filter(Boolean);
  const rest = more > 0 ? `${more} more ${more === 1 ? 'row is' : 'rows are'} in the report.` : '';
  const link = `${config.appUrl ?? ''}/reports/${id}`;
  const why = `You get this report ${scheduleWords(schedule)}. To change that, open the report and choose E-mail.`;
  return {
    to,
    subject: `${brandOf(config.brand).name}: ${name}`,
    text: [name, about.join('\n'), textOf(table), rest, `Open the report: ${link}`, why].filter(Boolean).join('\n\n'),
    html: [
      `<h1 style="font-size:18px">${htmlText(name)}</h1>`,
      `<p>${about.map(htmlText).join('<br>')}</p>`,
      htmlOf(table),
      rest === '' ? '' : `<p>${htmlText(rest)}</p>`,
      `<p><a href="${htmlText(link)}">Open the report</a></p>`,
      `<p style="color:#5b6472">${htmlText(why)}</p>`,
    ].join('\n'),
  };
}

interface MailTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly total: readonly string[];
}

const textOf = ({ head, rows, total }: MailTable): string =>
  [...rows, total]
    .map(([label = '', ...values]) => {
      const named = values.map((value, at) => `${head[at + 1]} ${value}`);
      return `${label}: ${named.join(', ')}`;
    })
    .join('\n');

function htmlOf({ head, rows, total }: MailTable): string {
  const cell = (tag: 'td' | 'th', text: string, at: number) =>
    `<${tag} style="padding:4px 12px 4px 0;text-align:${at === 0 ? 'left' : 'right'}">${htmlText(text)}</${tag}>`;
  const line = (tag: 'td' | 'th', cells: readonly string[]) =>
    `<tr>${cells.map((text, at) => cell(tag, text, at)).join('')}</tr>`;
  return `<table style="border-collapse:collapse">${line('th', head)}${rows.map((row) => line('td', row)).join('')}${line('th', total)}</table>`;
}
