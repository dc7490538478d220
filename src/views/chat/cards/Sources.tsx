import type { ChatSource } from '#contract/chat/reply.contract.ts';
import type { ShownChat } from '../shown-chat.ts';
import { AppLink } from './AppLink.tsx';

interface SourcesProps extends Pick<ShownChat, 'send'> {
  sources: readonly ChatSource[];
}

/** Sources of a reply, with quotations. */
export function Sources({ sources, send }: SourcesProps) {
  return (
    <ul className="sources" aria-label="Sources">
      {sources.map(({ label, href, quote }) => (
        <li key={`${label} ${href}`}>
          <AppLink href={href} send={send}>
            {label}
          </AppLink>
          {quote === undefined || quote === '' ? null : <blockquote className="meta soft">{quote}</blockquote>}
        </li>
      ))}
    </ul>
  );
}
