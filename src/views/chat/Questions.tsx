import type { ChatQuestion } from '#contract/chat/reply.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import type { ShownChat } from './shown-chat.ts';

interface QuestionsProps extends Pick<ShownChat, 'send'> {
  questions: readonly ChatQuestion[];
  /** What the answer itself says: a question of the same words is not written twice. */
  content: string;
  isOpen: boolean;
}

/** What is not sure is asked, never guessed. */
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
