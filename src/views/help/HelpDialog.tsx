import { useState } from 'react';
import type { Body, Reply } from '#contract/endpoint.ts';
import { createHelp, HelpRequest, MAX_HELP_MACHINES } from '#contract/help.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { featureFactsOf } from '#rules/access/feature-facts.ts';
import { pagesFor } from '#rules/access/pages.ts';
import { useAccountSettings } from '../_base/use-account-settings.ts';
import { type Machines, useMachines } from '../_base/machines/use-machines.ts';
import { useApp } from '../_base/use-app.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';
import { machinesText } from '../machines/machines-text.ts';

type Draft = Pick<Body<typeof createHelp>, 'subject' | 'message' | 'page'>;

const BLANK = { subject: '', message: '', page: '' };

const stepsOf = ({ seen, surroundings }: Machines, now = Date.now()): string =>
  machinesText(surroundings(now), seen, now).slice(0, MAX_HELP_MACHINES);

/** Writes to the support of the brand, then shows the number of the ticket. */
export function HelpDialog({ onClose }: { onClose: () => void }) {
  const { boot, brand, user } = useApp();
  const { seen, surroundings } = useMachines();
  const [sent, setSent] = useState<Reply<typeof createHelp>['data'] | null>(null);
  if (sent !== null) return <Sent ticket={sent} onClose={onClose} />;

  const pages = pagesFor({ permissions: user.permissions, features: featureFactsOf(boot, user) });
  return (
    <RecordDialog
      title="Get help"
      schema={HelpRequest}
      values={BLANK}
      saveLabel="Send request"
      write={formWrite(createHelp, [], (values: Draft) => ({
        body: { ...values, app_version: boot.version, machines: stepsOf({ seen, surroundings }) },
      }))}
      onDone={(reply) => setSent((reply as Reply<typeof createHelp>).data)}
      onClose={onClose}
      fields={({ text, area, choice }) => (
        <>
          {text('subject', 'Subject', { maxLength: 120 })}
          {choice('page', 'Page', [
            { value: '', label: 'Not about one page' },
            ...pages.map(({ path, label }) => ({ value: path, label })),
          ])}
          <div className="whole">
            {area('message', 'Message', {
              maxLength: 4_000,
              rows: 6,
              hint: "What did you do, what did you expect, and what happened? Don't include contacts' names or numbers.",
            })}
          </div>
          <CallSupport />
          <p className="whole soft">
            {brand.name} support also gets the version of the app and its last steps, without names or typed text.
          </p>
        </>
      )}
    />
  );
}

/** The other way to support. */
function CallSupport() {
  const setting = useAccountSettings();
  const phone = setting('support_phone')?.value;
  if (typeof phone !== 'string') return null;
  return (
    <p className="whole">
      Or call <Link href={`tel:${phone}`}>{formatPhone(phone)}</Link>, {String(setting('support_hours')?.value)}.
    </p>
  );
}

interface SentProps {
  ticket: Reply<typeof createHelp>['data'];
  onClose: () => void;
}

function Sent({ ticket: { id, reply_to: address }, onClose }: SentProps) {
  return (
    <Dialog
      title={`Request #${id} sent`}
      open
      onClose={onClose}
      footer={
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      <output>
        {address === ''
          ? 'Support has your request. Add an e-mail address to your profile, so that support can answer.'
          : `Support answers to ${address}.`}{' '}
        Your ticket number is {id}.
      </output>
    </Dialog>
  );
}
