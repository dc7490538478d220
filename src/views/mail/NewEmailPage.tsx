import { useState } from 'react';
import { titleOf } from '#rules/access/pages.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { sentWords } from '../timeline/use-send-mail.ts';
import { type Sent, NewEmailForm } from './NewEmailForm.tsx';
import './mail.css';

/** Writes one e-mail to one contact; what is typed stays until it is sent. */
export function NewEmailPage() {
  const [sent, setSent] = useState<Sent | null>(null);
  return (
    <>
      <PageBar title={titleOf('/admin/email-management/new')} />
      <div className="body new-email">
        <p className="sr" aria-live="polite">
          {sent === null ? '' : sentWords(sent)}
        </p>
        {sent === null ? (
          <NewEmailForm onSent={setSent} />
        ) : (
          <Note tone="good" title={`${sentWords(sent)}.`}>
            <div className="row wrap">
              <ButtonLink href={`/contacts/${sent.number}?tab=email_log`}>View in e-mail log</ButtonLink>
              <Button look="plain" onClick={() => setSent(null)}>
                Write another
              </Button>
            </div>
          </Note>
        )}
      </div>
    </>
  );
}
