import { Mail } from 'lucide-react';
import type { EmailTemplate } from '#contract/chat/reply.contract.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import type { MessageProps } from '../shown-chat.ts';

interface EmailCardProps extends MessageProps {
  template: EmailTemplate;
}

/** A draft: its first lines and its recipient. Only the sender's own click sends it. */
export function EmailCard({ template: { subject, body, contact }, message, send }: EmailCardProps) {
  return (
    <section className="card-box email-card" aria-label="E-mail draft">
      <h3>
        <Icon of={Mail} /> <span>{subject}</span>
      </h3>
      <p className="soft email-body">{body}</p>
      <p className="meta quiet">
        {contact === null ? 'No recipient' : `For ${contact.name}`}. Nothing is sent until you send it.
      </p>
      <Button size="small" onClick={() => send({ type: 'email.open', message: message.key })}>
        Open draft
      </Button>
    </section>
  );
}
