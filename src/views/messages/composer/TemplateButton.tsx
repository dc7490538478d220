import { LayoutTemplate } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import { fillCampaignText } from '#contract/sequences.contract.ts';
import type { Campaign } from '../../../machines/messages/composer.machine.ts';
import { useApp } from '../../_base/use-app.ts';
import { useResource } from '../../_base/use-resource.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';

const Menu = lazyPart(() => import('../../_kit/overlays/Menu.tsx'), 'Menu');

/** A text from a campaign trigger. */
interface ChosenTemplate extends Campaign {
  /** Filled in for the contact. */
  readonly text: string;
}

interface TemplateButtonProps {
  contactId: number;
  onChosen: (template: ChosenTemplate) => void;
}

/** The texts that the current user may choose in a conversation; the chosen one comes filled in for the contact. */
export function TemplateButton({ contactId, onChosen }: TemplateButtonProps) {
  const { toasts } = useApp();
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const offered = useResource(campaignTriggers.smsChoices, { query: { show_on: 'conversation' } }).data?.data ?? [];
  const fill = useSubmit(fillCampaignText, {
    onDone: ({ data: { id, name, text, empty } }) => {
      const chosen = offered.find((one) => one.id === id);
      onChosen({
        id,
        name,
        text,
        follow: chosen?.all_sms_trigger_ids.length ?? 0,
        fileName: chosen?.file?.name ?? null,
      });
      if (empty.length > 0) toasts.show({ tone: 'info', text: `Empty for this contact: ${empty.join(', ')}` });
    },
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  if (offered.length === 0) return null;
  return (
    <>
      <Button
        ref={opener}
        icon={LayoutTemplate}
        look="plain"
        size="small"
        busy={fill.state === 'submitting'}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        Template
      </Button>
      <Suspense>
        {isOpen ? (
          <Menu
            label="Template"
            open
            onClose={() => setOpen(false)}
            trigger={opener}
            placement="top start"
            entries={offered.map(({ id, name }) => ({ key: String(id), label: name }))}
            onSelect={(id) => fill.submit({ params: { id: contactId }, query: { campaign_trigger_id: Number(id) } })}
          />
        ) : null}
      </Suspense>
    </>
  );
}
