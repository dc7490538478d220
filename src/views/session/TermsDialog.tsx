import type { Brand } from '#brands/brand.ts';
import { legalPagesOf } from '#brands/legal-pages.ts';
import { acceptTos } from '#contract/profile.contract.ts';
import type { CurrentUser } from '#contract/session.contract.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { LegalSections } from '../_frame/LegalText.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { formatPlainDate } from '../_kit/format/format-when.ts';
import { Note } from '../_kit/display/Note.tsx';

interface TermsDialogProps {
  brand: Brand;
  /** True when they accepted an older version. */
  isUpdate: boolean;
  onAccepted: (user: CurrentUser) => void;
  onSignOut: () => void;
}

/** Requires accepting the terms of use before anything else; the only alternative is signing out. */
export function TermsDialog({ brand, isUpdate, onAccepted, onSignOut }: TermsDialogProps) {
  const { submit, state, error } = useSubmit(acceptTos, { onDone: ({ data }) => onAccepted(data) });
  const terms = legalPagesOf(brand).termsOfUse;
  return (
    <Dialog
      title={isUpdate ? 'The terms of use have changed' : 'Terms of use'}
      open
      wide
      footer={
        <>
          <Button onClick={onSignOut}>Sign out</Button>
          <Button
            look="primary"
            busy={state === 'submitting'}
            onClick={() => submit({ body: { version: terms.effective } })}
          >
            Accept terms
          </Button>
        </>
      }
    >
      {error === null ? null : <Note tone="bad" title={error.message} role="alert" />}
      <p className="soft">
        {terms.intro} Effective <span className="num">{formatPlainDate(terms.effective)}</span>.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be focusable */}
      <section className="prose terms" aria-label={terms.title} tabIndex={0}>
        <LegalSections page={terms} />
      </section>
    </Dialog>
  );
}
