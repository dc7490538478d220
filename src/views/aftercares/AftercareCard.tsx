import { useState } from 'react';
import {
  type FamilyStatus,
  markAftercareStep,
  readFamilyStatus,
  withdrawFromAftercare,
} from '#contract/aftercares.contract.ts';
import { type Contact, readContact } from '#contract/contacts.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { capital } from '#rules/words/capital.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { RELATIONSHIP_WORDS, TIE_WORDS } from './aftercare-words.ts';

const AftercareDialog = lazyPart(() => import('./AftercareDialog.tsx'), 'AftercareDialog');
const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

const SHOWN = [readContact, readFamilyStatus, readTimeline];

interface AftercareCardProps {
  contact: Contact;
  readOnly: boolean;
}

/** Aftercare of the family of a contact who has died; before, the way to enroll it. */
export function AftercareCard({ contact, readOnly }: AftercareCardProps) {
  const [asks, setAsks] = useState(false);
  if (contact.died_on !== null) return <Aftercare contact={contact} diedOn={contact.died_on} readOnly={readOnly} />;
  if (readOnly) return null;
  return (
    <section>
      <Button size="small" onClick={() => setAsks(true)}>
        Enroll family in aftercare…
      </Button>
      {asks ? <AftercareDialog contact={contact} onClose={() => setAsks(false)} /> : null}
    </section>
  );
}

function Aftercare({ contact: { id }, diedOn, readOnly }: AftercareCardProps & { diedOn: string }) {
  const status = useResource(readFamilyStatus, { params: { id } });
  return (
    <section aria-label="Aftercare">
      <h2 className="label">Aftercare</h2>
      <p className="section">Died on {formatPlainDate(diedOn)}</p>
      {status.data !== null ? (
        <Family id={id} status={status.data.data} readOnly={readOnly} />
      ) : status.error ? (
        <>
          <p className="soft">Couldn't load aftercare.</p>
          <Button size="small" onClick={status.reload}>
            Try again
          </Button>
        </>
      ) : (
        <SkeletonLines lines={5} label="Loading aftercare" />
      )}
    </section>
  );
}

function Family({ id, status, readOnly }: { id: number; status: FamilyStatus; readOnly: boolean }) {
  const { toasts } = useApp();
  const onFailed = ({ message }: { message: string }) => toasts.show({ tone: 'bad', text: message });
  const mark = useSubmit(markAftercareStep, { invalidates: SHOWN, onFailed });
  const { enrollment, members } = status;
  return (
    <>
      {enrollment === null ? null : (
        <>
          <p className="soft">
            {enrollment.family === null ? (
              'A contact you can’t see'
            ) : (
              <Link href={`/contacts/${enrollment.family.number}`}>{enrollment.family.name}</Link>
            )}
            , {RELATIONSHIP_WORDS[enrollment.relationship].toLowerCase()}. Enrolled by {enrollment.enrolled_by}.
          </p>
          <ul className="people-list" aria-label="Steps">
            {enrollment.steps.map(({ step, label, due_on, done_on }) => (
              <li key={step}>
                <span className="grow">
                  <Checkbox
                    checked={done_on !== null}
                    disabled={readOnly || mark.state === 'submitting'}
                    onCheckedChange={(done) => mark.submit({ params: { id }, body: { step, done } })}
                  >
                    {label}
                    <br />
                    <span className="meta quiet">
                      {done_on === null ? `Due ${formatPlainDate(due_on)}` : `Done ${formatPlainDate(done_on)}`}
                    </span>
                  </Checkbox>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {members.length === 0 ? null : (
        <>
          <h3 className="label">Family</h3>
          <ul className="people-list" aria-label="Family">
            {members.map(({ id: memberId, number, name, by, is_covered: isCovered }) => (
              <li key={memberId}>
                <span className="grow">
                  <Link href={`/contacts/${number}`}>{name}</Link>
                  <span className="meta quiet">
                    {capital(by.map((tie) => TIE_WORDS[tie]).join(', '))}.{' '}
                    {isCovered ? 'Has coverage.' : 'No coverage here.'}
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
      {readOnly ? null : <UndoEnrollment id={id} />}
    </>
  );
}

function UndoEnrollment({ id }: { id: number }) {
  const { toasts } = useApp();
  const [asks, setAsks] = useState(false);
  const close = () => setAsks(false);
  const withdraw = useSubmit(withdrawFromAftercare, {
    invalidates: SHOWN,
    onDone: () => {
      toasts.show({ tone: 'good', text: 'Enrollment undone' });
      close();
    },
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  return (
    <>
      <Button size="small" look="plain" onClick={() => setAsks(true)}>
        Entered in error…
      </Button>
      {asks ? (
        <AlertDialog
          title="Undo the enrollment?"
          open
          confirmLabel="Undo enrollment"
          cancelLabel="Keep it"
          busy={withdraw.state === 'submitting'}
          onConfirm={() => withdraw.submit({ params: { id } })}
          onCancel={close}
        >
          <p>The contact counts as alive and can be reached again. Marked steps are lost.</p>
        </AlertDialog>
      ) : null}
    </>
  );
}
