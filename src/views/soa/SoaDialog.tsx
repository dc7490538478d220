import { SOA_LANGUAGES, SOA_METHODS, SoaCreated, type SoaDetail, soaRequests } from '#contract/soa.contract.ts';
import { LANGUAGE_WORDS, METHOD_WORDS } from '#rules/soa/soa-words.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { ContactChoice } from '../events/ContactChoice.tsx';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';
import { ProductChoice } from './ProductChoice.tsx';
import { TimeField } from './TimeField.tsx';

interface SoaDialogProps {
  /** `null`: to be chosen. */
  contact: { id: number; number: number; name: string; phone: string | null } | null;
  /** The one that the new one replaces. */
  replaces: number | null;
  onDone: (id: number) => void;
  onClose: () => void;
}

const CHOICES = SOA_METHODS.map((value) => ({ value, label: METHOD_WORDS[value] }));
const LANGUAGES = SOA_LANGUAGES.map((value) => ({ value, label: LANGUAGE_WORDS[value] }));

/** The draft of a scope of appointment: with whom, about what, and how the person signs. */
export function SoaDialog({ contact, replaces, onDone, onClose }: SoaDialogProps) {
  const { user } = useApp();
  const zone = IANA_ZONES[user.timezone];
  return (
    <RecordDialog
      title={replaces === null ? 'New scope of appointment' : 'Replace scope of appointment'}
      schema={SoaCreated}
      values={{
        ...(contact !== null && { contact_id: contact.id }),
        method: 'link',
        language: 'en',
        products: [],
        appointment_at: null,
        supersedes_id: replaces,
      }}
      write={formWrite(soaRequests.create, [soaRequests.list, soaRequests.read], (body: SoaCreated) => ({ body }))}
      saveLabel="Save draft"
      onDone={(reply) => onDone((reply as { data: SoaDetail }).data.id)}
      onClose={onClose}
      fields={({ choice, live }) => (
        <>
          {live(({ contact_id: id }, write, errorOf) => (
            <ContactChoice
              stored={contact && { ...contact, zone: null }}
              id={id ?? null}
              readOnly={false}
              error={errorOf('contact_id') === undefined ? undefined : 'Choose a contact.'}
              onChoose={(chosen) => write('contact_id', chosen as number)}
            />
          ))}
          {live(({ products = [] }, write, errorOf) => (
            <ProductChoice
              label="What you want to talk about"
              chosen={products}
              error={errorOf('products')}
              onChange={(chosen) => write('products', chosen)}
            />
          ))}
          {choice('method', 'How the person agrees', CHOICES)}
          {choice('language', 'Language', LANGUAGES)}
          {live(({ appointment_at: at = null }, write, errorOf) => (
            <TimeField
              label="Meeting (optional)"
              value={at}
              zone={zone}
              error={errorOf('appointment_at')}
              onChange={(value) => write('appointment_at', value)}
            />
          ))}
        </>
      )}
    />
  );
}
