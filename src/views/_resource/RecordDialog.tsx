import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { RecordForm, type RecordFormProps } from './RecordForm.tsx';
import type { FormSchema } from './record-schema.ts';

/** One record as a form in a dialog over the page. Load it lazily. */
export function RecordDialog<S extends FormSchema>(props: Omit<RecordFormProps<S>, 'frame'>) {
  return (
    <RecordForm
      {...props}
      frame={(form, leave) => (
        <Dialog title={props.title} open onClose={leave} wide>
          {form}
        </Dialog>
      )}
    />
  );
}
