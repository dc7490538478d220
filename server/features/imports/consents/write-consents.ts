import type { Tx } from '../../../db/tx.ts';
import { recordImported } from '../../compliance/opt-outs.service.ts';
import { quoted } from '../cells/read-field.ts';
import type { RunFrame } from '../rows/chunk-plan.ts';
import type { RowConsent } from './row-consents.ts';
import type { RowConsents } from './sort-consents.ts';

/** An opt-in is of the day in its cell, noon in UTC, or of the upload: before any opt-out that the file brings. */
const givenAt = ({ says, on }: RowConsent, { uploadedAt, now }: RunFrame): Date => {
  if (says === 'out') return now;
  const day = on === null ? uploadedAt : new Date(`${on}T12:00:00Z`);
  return day < uploadedAt ? day : uploadedAt;
};

const evidenceOf = (cell: RowConsent, { fileName }: RunFrame): string => {
  const undated =
    cell.on === null ? (cell.says === 'in' ? ' No date: that of the upload.' : ' No date: that of the import.') : '';
  return `File ${quoted(fileName)}, column ${quoted(cell.label)}: ${quoted(cell.text)}.${undated}`;
};

/** Adds entries to the ledgers of contacts, each with the import. */
export const writeConsents = (tx: Tx, frame: RunFrame, gains: readonly RowConsents[]): Promise<void> =>
  recordImported(
    tx,
    { who: { userId: frame.authorId, actorId: frame.actorId }, at: frame.now },
    frame.importId,
    gains.flatMap(({ contactId, gain }) =>
      gain.added.map((cell) => ({
        contactId,
        channel: cell.channel,
        says: cell.says,
        evidence: evidenceOf(cell, frame),
        givenAt: givenAt(cell, frame),
      })),
    ),
  );
