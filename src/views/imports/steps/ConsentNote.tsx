import type { ConsentCounts, ImportedConsents } from '#contract/imports/consent-columns.contract.ts';
import { Note } from '../../_kit/display/Note.tsx';
import { formatCounted } from '../../_kit/format/format-count.ts';

/** `3 opt-outs and 1 opt-in`; empty for none. */
export const consentWords = ({ opt_outs, opt_ins }: ConsentCounts): string =>
  [
    ...(opt_outs > 0 ? [formatCounted(opt_outs, 'opt-out', 'opt-outs')] : []),
    ...(opt_ins > 0 ? [formatCounted(opt_ins, 'opt-in', 'opt-ins')] : []),
  ].join(' and ');

/** Consents that an import adds or has added, and the opt-ins that it doesn't. */
export function ConsentNote({ consents, verb }: { consents: ImportedConsents | undefined; verb: 'adds' | 'added' }) {
  if (!consents) return null;
  const { kept_out: keptOut } = consents;
  return (
    <Note tone="info" title={`The import ${verb} ${consentWords(consents) || 'no consent'}`}>
      {consents.opt_outs > 0 ? 'Opt-outs count for existing contacts in skipped rows, too. ' : ''}
      {keptOut > 0
        ? `${formatCounted(keptOut, 'opt-in', 'opt-ins')} not added: the person, or someone with the same number or address, has opted out.`
        : ''}
    </Note>
  );
}
