import { Button } from '../_kit/controls/Button.tsx';
import type { ShownChat } from './shown-chat.ts';

/** Suggested next messages. */
export function Suggestions({ of, send }: Pick<ShownChat, 'send'> & { of: readonly string[] }) {
  if (of.length === 0) return null;
  return (
    <fieldset className="suggestions" aria-label="Suggestions">
      {of.map((text) => (
        <Button key={text} size="small" onClick={() => send({ type: 'chat.send', text })}>
          {text}
        </Button>
      ))}
    </fieldset>
  );
}
