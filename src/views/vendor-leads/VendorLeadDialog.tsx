import {
  LeadFields,
  listVendorLeads,
  readVendorLead,
  replayVendorLead,
  type VendorLeadDetail,
} from '#contract/vendor-leads.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { type Fact, Facts } from '../_kit/display/Facts.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { formatWhen } from '../_kit/format/format-when.ts';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';
import { LEAD_FIELDS, LEAD_LABELS, LEAD_STATUS } from './lead-words.ts';

interface VendorLeadDialogProps {
  id: number;
  onClose: () => void;
}

/** One lead as it was sent; one that is no contact can be corrected and tried again. */
export function VendorLeadDialog({ id, onClose }: VendorLeadDialogProps) {
  const { data, error, reload } = useResource(readVendorLead, { params: { id } });
  const lead = data?.data ?? null;
  if (lead !== null && lead.contact === null) return <Correction lead={lead} onClose={onClose} />;
  return (
    <Dialog title={lead === null ? 'Lead' : titleOf(lead)} open onClose={onClose} wide>
      {lead === null ? (
        error === null ? (
          <SkeletonLines lines={6} label="Loading the lead" />
        ) : (
          <ErrorPanel
            title="Couldn't load this lead"
            text={error.message}
            requestId={error.requestId}
            actions={<Button onClick={reload}>Try again</Button>}
          />
        )
      ) : (
        <LeadFacts lead={lead} />
      )}
    </Dialog>
  );
}

function LeadFacts({ lead }: { lead: VendorLeadDetail }) {
  return <Facts facts={[...useFactsOf(lead), ...sentOf(lead)]} />;
}

const titleOf = ({ name, vendor }: VendorLeadDetail): string => `${name || 'A lead'} from ${vendor.name}`;

function Correction({ lead, onClose }: { lead: VendorLeadDetail; onClose: () => void }) {
  const { toasts } = useApp();
  const facts = useFactsOf(lead);
  return (
    <RecordDialog
      title={titleOf(lead)}
      schema={LeadFields}
      values={lead.sent.lead}
      write={formWrite(replayVendorLead, [listVendorLeads, readVendorLead], (fields: LeadFields) => ({
        params: { id: lead.id },
        body: { lead: fields },
      }))}
      saveLabel="Try again"
      onDone={() => {
        toasts.show({ tone: 'good', text: 'The lead is a contact now' });
        onClose();
      }}
      onClose={onClose}
      fields={({ text }) => (
        <>
          <div className="whole stack">
            <Facts facts={facts} />
            <Reasons lead={lead} />
          </div>
          {LEAD_FIELDS.map((field) => (
            <div key={field}>{text(field, LEAD_LABELS[field], { maxLength: 500 })}</div>
          ))}
        </>
      )}
    />
  );
}

function Reasons({ lead: { faults } }: { lead: VendorLeadDetail }) {
  return (
    <Note tone="warn" title="This lead isn’t a contact yet">
      <ul>
        {Object.entries(faults).map(([field, messages]) => (
          <li key={field}>{[labelOf(field), messages.join(' ')].filter(Boolean).join(': ')}</li>
        ))}
      </ul>
    </Note>
  );
}

/** Empty for what is about the whole lead. */
const labelOf = (path: string): string => {
  const field = LEAD_FIELDS.find((one) => path === `lead.${one}`);
  return field === undefined ? '' : LEAD_LABELS[field];
};

function useFactsOf(lead: VendorLeadDetail): Fact[] {
  const { user } = useApp();
  const now = useNow();
  const { contact, owner, external_id: id, received_at: at, status, attempts } = lead;
  return [
    { label: 'Status', value: LEAD_STATUS[status].text },
    { label: 'Received', value: formatWhen(at, IANA_ZONES[user.timezone], now) },
    ...(id === '' ? [] : [{ label: 'Vendor’s ID', value: <code>{id}</code> }]),
    ...(attempts === 1 ? [] : [{ label: 'Attempts', value: attempts }]),
    ...(contact === null
      ? []
      : [{ label: 'Contact', value: <Link href={`/contacts/${contact.number}`}>{contact.name || 'Open'}</Link> }]),
    ...(owner === null ? [] : [{ label: 'Owner', value: owner.name }]),
  ];
}

const sentOf = ({ sent }: VendorLeadDetail): Fact[] => [
  ...LEAD_FIELDS.filter((field) => sent.lead[field]).map((field) => ({
    label: LEAD_LABELS[field],
    value: sent.lead[field],
  })),
  ...(sent.note ? [{ label: 'Note', value: sent.note }] : []),
  ...(sent.consents ?? []).map(({ channel, words, url }) => ({
    label: { call: 'May be called', text: 'May be texted', mail: 'May be e-mailed' }[channel],
    value: [`“${words}”`, url].filter(Boolean).join(' '),
  })),
];
