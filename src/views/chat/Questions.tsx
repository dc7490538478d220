import type { ChatQuestion } from '#contract/chat/reply.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import type { ShownChat } from './shown-chat.ts';

interface QuestionsProps extends Pick<ShownChat, 'send'> {
  questions: readonly ChatQuestion[];
  /** The reply's own text: a question with the same wording is not repeated. */
  content: string;
  isOpen: boolean;
}

/** Unclear parts are asked, never guessed. */
export function Questions({ questions, content, isOpen, send }: QuestionsProps) {
  return questions.map(({ part, text, options }) => (
    <fieldset key={`${part} ${text}`} className="card-box question" aria-label={text}>
      {text === content ? null : (
        <p>
          {part === '' || text.includes(part) ? null : <q className="med">{part}</q>} {text}
        </p>
      )}
      {isOpen && options.length > 0 ? (
        <span className="row wrap">
          {options.map(({ label, says }) => (
            <Button key={label} size="small" onClick={() => send({ type: 'chat.send', text: says })}>
              {label}
            </Button>
          ))}
        </span>
      ) : null}
    </fieldset>
  ));
}
