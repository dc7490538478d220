import {
  Calculator,
  ChevronRight,
  CircleQuestionMark,
  CornerDownRight,
  LifeBuoy,
  Lightbulb,
  Lock,
  type LucideIcon,
  Mail,
  Search,
} from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { ChatIntent } from '#contract/chat.contract.ts';
import { sessionLabel } from '#rules/chat/chat-intents.ts';
import type { IntentChoice } from '../../machines/chat/chat-view.ts';
import { useApp } from '../_base/use-app.ts';
import { Icon } from '../_kit/display/Icon.tsx';
import type { ShownChat } from './shown-chat.ts';

const ICONS: Readonly<Record<ChatIntent, LucideIcon>> = {
  contact_search: Search,
  contact_insight: Lightbulb,
  csg_quote: Calculator,
  email_creation: Mail,
  learn_system: CircleQuestionMark,
  customer_support: LifeBuoy,
};

/** Intents; the open conversation first. */
export function IntentPicker({ view, send }: ShownChat) {
  const { user } = useApp();
  const [chosen, setChosen] = useState<ChatIntent | null>(null);
  const { session, place } = view;
  const isStarting = place === 'starting';
  return (
    <div className="intents-scroll">
      <p className="soft intents-ask" id="max-ask">
        What do you need, {user.first_name}?
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys beside Tab */}
      <ul className="intents" aria-labelledby="max-ask" onKeyDown={goOn}>
        {session === null ? null : (
          <li>
            <button type="button" className="is-kept" data-first onClick={() => send({ type: 'chat.continue' })}>
              <Icon of={CornerDownRight} />
              <span>
                <span className="med">Continue: {sessionLabel(session.intent_type)}</span>
                <span className="sr">, </span>
                <span className="meta quiet intent-hint">Choosing another intent ends this conversation.</span>
              </span>
              <Icon of={ChevronRight} />
            </button>
          </li>
        )}
        {view.intents.map((choice) => (
          <li key={choice.intent}>
            <Intent
              choice={choice}
              isBusy={isStarting && choice.intent === chosen}
              onChoose={() => {
                if (isStarting) return;
                setChosen(choice.intent);
                send({ type: 'chat.start', intent: choice.intent });
              }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

interface IntentProps {
  choice: IntentChoice;
  isBusy: boolean;
  onChoose: () => void;
}

function Intent({ choice: { intent, label, hint, state }, isBusy, onChoose }: IntentProps) {
  const isSoon = state === 'soon';
  return (
    <button
      type="button"
      data-first
      aria-disabled={isSoon || undefined}
      aria-busy={isBusy || undefined}
      onClick={isSoon ? undefined : onChoose}
    >
      <Icon of={ICONS[intent]} />
      <span>
        <span className="med">{label}</span>
        <span className="sr">, </span>
        <span className="meta quiet intent-hint">{isSoon ? 'Coming Soon' : hint}</span>
      </span>
      {isBusy ? <span className="max-turning" aria-hidden="true" /> : <Icon of={isSoon ? Lock : ChevronRight} />}
    </button>
  );
}

/** Arrow keys go from one to the next, Home and End to the ends. */
function goOn(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll('button')];
  const at = all.findIndex((button) => button === event.target);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (at === -1 || next === undefined) return;
  event.preventDefault();
  all[(next + all.length) % all.length]?.focus();
}
