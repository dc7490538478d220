import type { TransferPreview } from '#contract/transfers.contract.ts';
import { Note } from '../_kit/display/Note.tsx';
import { consentSentence, previewSentences } from './transfer-words.ts';

interface TransferCheckProps {
  preview: TransferPreview;
  to: readonly { readonly name: string }[];
  /** A statement that consent exists on paper. */
  attested: boolean;
}

/** Preview of a transfer: contacts that move, related items, skipped contacts, and the rule's requirement. */
export function TransferCheck({ preview, to, attested }: TransferCheckProps) {
  const consent = consentSentence(preview);
  const { rule, missing } = preview.consent;
  return (
    <>
      <ul aria-label="Summary">
        {previewSentences(preview, to).map((sentence, index) => (
          <li key={sentence} className={index === 0 ? 'med' : 'soft'}>
            {sentence}
          </li>
        ))}
      </ul>
      {consent !== null && rule !== null ? (
        <Note tone={missing > 0 && !attested ? 'warn' : 'info'} title={consent}>
          {rule.title}
          {rule.source ? ` (${rule.source})` : ''}.{' '}
          {missing === 0 ? '' : attested ? "They'll be transferred based on your statement." : "They'll be skipped."}
        </Note>
      ) : null}
    </>
  );
}
