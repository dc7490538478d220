import type { Body } from '#contract/endpoint.ts';
import { SOA_EXCEPTIONS, SoaCompleted, type SoaDetail, SoaRecorded, soaRequests } from '#contract/soa.contract.ts';
import { EXCEPTION_WORDS } from '#rules/soa/soa-words.ts';
import { useApp } from '../_base/use-app.ts';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';
import { ProductChoice } from './ProductChoice.tsx';
import { TimeField } from './TimeField.tsx';

const SHOWN = [soaRequests.list, soaRequests.read];

interface StepProps {
  soa: SoaDetail;
  onClose: () => void;
}

const EXCEPTIONS = [
  { value: '', label: 'None' },
  ...SOA_EXCEPTIONS.map((value) => ({ value, label: EXCEPTION_WORDS[value] })),
];

/** The agent's part, after which it is sealed for good. */
export function CompleteDialog({ soa, onClose }: StepProps) {
  const { user, toasts } = useApp();
  return (
    <RecordDialog
      title="Complete scope of appointment"
      schema={SoaCompleted}
      values={{
        initial_contact: '',
        agent_signature: `${user.first_name} ${user.last_name}`.trim(),
        exception: null,
        ...(soa.appointment_at !== null && { appointment_at: soa.appointment_at }),
      }}
      write={formWrite(soaRequests.complete, SHOWN, (body: SoaCompleted) => ({
        params: { id: soa.id },
        body,
      }))}
      saveLabel="Sign and complete"
      onDone={() => {
        toasts.show({ tone: 'good', text: 'Completed and sealed' });
        onClose();
      }}
      onClose={onClose}
      fields={({ text, choice, live }) => (
        <>
          {live(({ appointment_at: at }, write, errorOf) => (
            <TimeField
              label="Meeting"
              value={at ?? null}
              zone={soa.zone}
              error={errorOf('appointment_at')}
              onChange={(value) => write('appointment_at', value ?? undefined)}
            />
          ))}
          {text('initial_contact', 'How the person first got in touch', {
            maxLength: 200,
            placeholder: 'Called after a mailer',
          })}
          {choice('exception', 'Exception', EXCEPTIONS)}
          {text('agent_signature', 'Your name, as your signature', { maxLength: 160 })}
        </>
      )}
    />
  );
}

const Rejected = soaRequests.reject.body;

/** Why it is rejected or canceled. */
export function RejectDialog({ soa, onClose }: StepProps) {
  const { toasts } = useApp();
  const isSigned = soa.signed_at !== null;
  return (
    <RecordDialog
      title={isSigned ? 'Reject scope of appointment' : 'Cancel scope of appointment'}
      schema={Rejected}
      values={{ reason: '' }}
      write={formWrite(soaRequests.reject, SHOWN, (body: Body<typeof soaRequests.reject>) => ({
        params: { id: soa.id },
        body,
      }))}
      saveLabel={isSigned ? 'Reject' : 'Cancel it'}
      onDone={() => {
        toasts.show({ tone: 'good', text: isSigned ? 'Rejected' : 'Canceled. Its link is closed' });
        onClose();
      }}
      onClose={onClose}
      fields={({ area }) => area('reason', 'Reason', { maxLength: 500, rows: 3 })}
    />
  );
}

const SCANS = '.pdf,.png,.jpg,.jpeg,.webp';
const RECORDINGS = '.mp3,.wav,.m4a,.ogg';

/** What was agreed to on paper or in a call, and where the proof is. */
export function RecordSoaDialog({ soa, onClose }: StepProps) {
  const { toasts } = useApp();
  return (
    <RecordDialog
      title={soa.method === 'paper' ? 'Record the paper form' : 'Record the call'}
      schema={SoaRecorded}
      values={{
        name: soa.contact.name,
        products: [...soa.products],
        signs_as: 'beneficiary',
        relationship: '',
        beneficiary_name: '',
        note: '',
      }}
      write={formWrite(soaRequests.record, SHOWN, (body: SoaRecorded, _changed, file) => ({
        params: { id: soa.id },
        body,
        ...(file !== null && { file }),
      }))}
      saveLabel="Record and seal"
      onDone={() => {
        toasts.show({ tone: 'good', text: 'Recorded and sealed' });
        onClose();
      }}
      onClose={onClose}
      fields={({ text, area, choice, live, file }) => (
        <>
          {text('name', 'Who agreed', { maxLength: 160 })}
          {choice('signs_as', 'Agreed for', [
            { value: 'beneficiary', label: 'Themselves' },
            { value: 'representative', label: 'Someone they legally represent' },
          ])}
          {live(({ signs_as: as }) =>
            as === 'representative' ? (
              <>
                {text('beneficiary_name', 'Name of the beneficiary', { maxLength: 160 })}
                {text('relationship', 'Relationship', { maxLength: 80 })}
              </>
            ) : null,
          )}
          {live(({ products = [] }, write, errorOf) => (
            <ProductChoice
              label="What they agreed to"
              chosen={products}
              error={errorOf('products')}
              onChange={(chosen) => write('products', chosen)}
            />
          ))}
          {live(({ signed_at: at }, write, errorOf) => (
            <TimeField
              label={soa.method === 'paper' ? 'Signed' : 'Time of the call'}
              value={at ?? null}
              zone={soa.zone}
              error={errorOf('signed_at') === undefined ? undefined : 'Enter a date and time in the past.'}
              onChange={(value) => write('signed_at', value ?? '')}
            />
          ))}
          {soa.method === 'paper'
            ? file('Scanned form', SCANS, 'PDF or picture, at most 25 MB. Kept for 10 years with the seal.')
            : file('Recording', RECORDINGS, 'MP3, WAV, M4A or OGG, at most 25 MB. Kept for 10 years with the seal.')}
          {area('note', soa.method === 'paper' ? 'Where the form is kept' : 'Call and recording', { maxLength: 2_000 })}
        </>
      )}
    />
  );
}
