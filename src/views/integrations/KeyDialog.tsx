import { listAuthorizations, setCalendlyApiKey, setDemioLink } from '#contract/integrations.contract.ts';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';

/** Connects Calendly by a token. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  return (
    <RecordDialog
      title="Connect Calendly"
      schema={setCalendlyApiKey.body}
      values={{ api_key: '' }}
      write={formWrite(setCalendlyApiKey, [listAuthorizations], (body: { api_key: string }) => ({ body }))}
      saveLabel="Connect"
      onDone={onClose}
      onClose={onClose}
      fields={({ text }) =>
        text('api_key', 'Personal access token', {
          maxLength: 2_000,
          hint: 'In Calendly: Integrations, then API and webhooks. It is stored encrypted.',
        })
      }
    />
  );
}

/** Stores the link of a webinar. */
export function LinkDialog({ onClose }: { onClose: () => void }) {
  return (
    <RecordDialog
      title="Demio webinar"
      schema={setDemioLink.body}
      values={{ link: '' }}
      write={formWrite(setDemioLink, [listAuthorizations], (body: { link: string }) => ({ body }))}
      saveLabel="Save link"
      onDone={onClose}
      onClose={onClose}
      fields={({ text }) =>
        text('link', 'Registration link', {
          maxLength: 500,
          inputMode: 'url',
          hint: 'Such as https://my.demio.com/ref/abc.',
        })
      }
    />
  );
}
