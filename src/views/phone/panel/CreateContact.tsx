import { UserPlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { linkCall } from '#contract/phone.contract.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';

const NewContactDialog = lazyPart(() => import('../../contacts/NewContactDialog.tsx'), 'NewContactDialog');

interface CreateContactProps {
  callId: number;
  number: string;
  /** A sign in place of who it is, or a button with words. */
  look: 'sign' | 'words';
}

/** Creates a contact for an unknown number and links the call to it. */
export function CreateContact({ callId, number, look }: CreateContactProps) {
  const [isAsked, setAsked] = useState(false);
  const link = useSubmit(linkCall);
  const ask = () => setAsked(true);
  return (
    <>
      {look === 'sign' ? (
        <IconButton icon={UserPlus} label="Create contact" className="create-contact" onClick={ask} />
      ) : (
        <Button size="small" icon={UserPlus} onClick={ask}>
          Create contact
        </Button>
      )}
      <Suspense>
        {isAsked ? (
          <NewContactDialog
            given={{ phone: number }}
            onClose={() => setAsked(false)}
            onCreated={({ id }) => link.submit({ body: { call_id: callId, contact_id: id } })}
          />
        ) : null}
      </Suspense>
    </>
  );
}
