import { assignPhoneNumber, listPhoneNumbers, type OwnedNumber } from '#contract/numbers.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { ChoosePersonDialog } from '../users/ChoosePersonDialog.tsx';

/** Chooses who calls and texts from a number. */
export function AssignNumberDialog({ number, onClose }: { number: OwnedNumber; onClose: () => void }) {
  const { toasts, session } = useApp();
  const assign = useSubmit(assignPhoneNumber, {
    invalidates: [listPhoneNumbers],
    onDone: ({ data }) => {
      onClose();
      toasts.show({ tone: 'good', text: `${formatPhone(data.phone_number)} assigned to ${data.user.name}` });
      session.send({ type: 'session.refresh' });
    },
  });
  return (
    <ChoosePersonDialog
      title={`Assign ${formatPhone(number.phone_number)}`}
      label="Users who can get the number"
      text={`Calls and texts to it reach ${number.user.name} now.`}
      currentId={number.user.id}
      error={assign.error}
      onChoose={({ id }) => assign.submit({ params: { id: number.id }, body: { user_id: id } })}
      onClose={onClose}
    />
  );
}
