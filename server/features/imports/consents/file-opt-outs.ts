import type { OptOutChannel } from '#contract/bulk.contract.ts';
import { CONSENT_FIELDS, type ConsentField } from '#contract/imports/consent-columns.contract.ts';
import { normaliseRow } from '../cells/normalise-row.ts';
import type { RowValues } from '../cells/row-values.ts';
import { withFix } from '../corrections/row-fixes.ts';
import { readRecords } from '../file/csv-records.ts';
import type { FilePlan } from '../rows/prepare-rows.ts';
import { shortHash } from '../rows/seen-people.ts';
import { consentsIn, STOPS } from './row-consents.ts';

/** Numbers and addresses of the rows of a file that opt out, by channel: of each, 53 bits of its hash. */
export class FileOptOuts {
  readonly #hashes = new Set<number>();

  add(values: RowValues): void {
    for (const { says, channel } of consentsIn(values)) {
      if (says === 'in') continue;
      for (const stopped of STOPS[channel]) {
        for (const value of reachOf(values, stopped)) this.#hashes.add(shortHash(`${stopped}|${value}`));
      }
    }
  }

  /** Channels that rows with a number or address of this one have opted out of. */
  of(values: RowValues): OptOutChannel[] {
    if (this.#hashes.size === 0) return [];
    return (['call', 'text', 'mail'] as const).filter((channel) =>
      reachOf(values, channel).some((value) => this.#hashes.has(shortHash(`${channel}|${value}`))),
    );
  }
}

/** Numbers for calls and texts, lower-case addresses for e-mail. */
export const reachOf = ({ phone, phone_2, email, email_2 }: RowValues, channel: OptOutChannel): string[] =>
  (channel === 'mail' ? [email?.toLowerCase(), email_2?.toLowerCase()] : [phone, phone_2]).filter(
    (value) => value != null,
  );

const isConsent = (field: string) => CONSENT_FIELDS.includes(field as ConsentField);

export const hasConsentColumn = ({ fields }: Pick<FilePlan, 'fields'>): boolean =>
  fields.some(({ field }) => isConsent(field));

/** Reads a whole file for its opt-outs, so that they win over the opt-ins of rows before them. @throws {UnreadableFile} */
export async function readOptOuts(source: AsyncIterable<Uint8Array>, plan: FilePlan): Promise<FileOptOuts> {
  const found = new FileOptOuts();
  const columns = plan.fields.filter(({ field }) => isConsent(field));
  let row = -plan.headerRow;
  for await (const { records } of readRecords(source, plan)) {
    for (const record of records) {
      row += 1;
      if (row <= 0) continue;
      const cells = withFix(record, plan.fixes?.get(row));
      if (columns.every(({ index }) => (cells[index] ?? '').trim() === '')) continue;
      const read = normaliseRow(cells, false, plan);
      if (read.kind === 'good') found.add(read.values);
    }
  }
  return found;
}
