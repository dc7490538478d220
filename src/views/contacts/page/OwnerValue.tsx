import { type Contact, readContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import { assignToMe, undoAssignToMe } from '#contract/contacts/person.contract.ts';
import { useApp } from '../../_base/use-app.ts';
import { useLastingSubmit } from '../../_base/use-lasting-submit.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { TransferButton } from '../../transfers/TransferButton.tsx';

const CHANGED = [readContact, listContacts];

/** Owner of the contact. Taking over shows a toast that can undo it. */
export function OwnerValue({ contact, readOnly }: { contact: Contact; readOnly: boolean }) {
  const { user, toasts } = useApp();
  const { owner, id } = contact;
  const giveBack = useLastingSubmit(undoAssignToMe, {
    invalidates: CHANGED,
    onDone: ({ data }) => toasts.show({ tone: 'good', text: `Returned to ${data.owner.name}` }),
    onFailed: (error, retry) =>
      toasts.show({
        tone: 'bad',
        text: error.message,
        ...(error.kind === 'rejected' ? {} : { action: { label: 'Try again', run: retry } }),
      }),
  });
  const take = useSubmit(assignToMe, {
    invalidates: CHANGED,
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
    onDone: () =>
      toasts.show({
        tone: 'info',
        text: `Transferred from ${owner.name}`,
        action: { label: 'Undo', run: () => giveBack({ params: { id } }) },
      }),
  });
  return (
    <span className="owner-line">
      {owner.name}
      {owner.id === user.id || readOnly ? null : (
        <Button
          size="small"
          look="plain"
          busy={take.state === 'submitting'}
          onClick={() => take.submit({ params: { id } })}
        >
          Assign to me
        </Button>
      )}
      {readOnly ? null : <TransferButton selection={{ ids: [id] }} count={1} sentence="" />}
    </span>
  );
}
