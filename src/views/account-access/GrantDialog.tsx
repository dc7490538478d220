import { grantAccountAccess, listAccountAccess, NewDelegate } from '#contract/account-access.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';

/** Names the person by their user name and the number of their agency, as they tell them. */
export function GrantDialog({ onClose }: { onClose: () => void }) {
  const { toasts } = useApp();
  return (
    <RecordDialog
      title="Give access"
      schema={NewDelegate}
      values={{}}
      write={formWrite(
        grantAccountAccess,
        [listAccountAccess],
        (body: { username: string; agency_number: string }) => ({
          body,
        }),
      )}
      saveLabel="Give access"
      onDone={(reply) => {
        toasts.show({ tone: 'good', text: `${(reply as { data: { name: string } }).data.name} has access` });
        onClose();
      }}
      onClose={onClose}
      fields={({ text }) => (
        <>
          {text('username', 'User name', { maxLength: 80, hint: 'Of a relationship manager or an administrator.' })}
          {text('agency_number', 'Agency number', {
            maxLength: 80,
            hint: 'The number of their agency, such as A-100.',
          })}
        </>
      )}
    >
      <p className="soft">They can then log in as your users, with a reason, until you remove the access.</p>
    </RecordDialog>
  );
}
