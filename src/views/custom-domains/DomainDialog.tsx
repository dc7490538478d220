import { type CustomDomain, customDomains, NewCustomDomain } from '#contract/custom-domains.contract.ts';
import { useUnits } from '../_base/use-units.ts';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';

interface DomainDialogProps {
  /** `null`: a new one. */
  domain: CustomDomain | null;
  onDone: (domain: CustomDomain) => void;
  onClose: () => void;
}

const HINT = 'Such as plans.example.com. A subdomain leaves your website as it is.';

/** Adds a domain, or gives one another name. */
export function DomainDialog({ domain, onDone, onClose }: DomainDialogProps) {
  const { units } = useUnits();
  const shown = [customDomains.list, customDomains.instructions];
  return (
    <RecordDialog
      title={domain === null ? 'Add a domain' : `Rename ${domain.custom_domain}`}
      schema={NewCustomDomain}
      values={domain === null ? { business_unit_id: null } : { custom_domain: domain.custom_domain }}
      write={
        domain === null
          ? formWrite(customDomains.create, shown, (body: { custom_domain: string }) => ({ body }))
          : formWrite(customDomains.update, shown, ({ custom_domain }: { custom_domain: string }) => ({
              params: { id: domain.id },
              body: { custom_domain },
            }))
      }
      saveLabel={domain === null ? 'Add domain' : 'Rename'}
      onDone={(reply) => onDone((reply as { data: CustomDomain }).data)}
      onClose={onClose}
      fields={({ text, pick }) => (
        <>
          {text('custom_domain', 'Domain', { maxLength: 253, inputMode: 'url', hint: HINT })}
          {domain === null && units.length > 1 ? pick('business_unit_id', 'For', units, 'Entire account') : null}
        </>
      )}
    >
      {domain === null ? null : (
        <p className="soft">{domain.custom_domain} is no longer served. The new name needs its own records.</p>
      )}
    </RecordDialog>
  );
}
