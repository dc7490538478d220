import { useState } from 'react';
import { EMAIL_REDIRECT_MS, REDIRECT_MS } from '#contract/chat.contract.ts';
import type { LeavingView } from '../../machines/chat/chat-view.ts';
import { Button } from '../_kit/controls/Button.tsx';
import type { ShownChat } from './shown-chat.ts';

interface LeavingProps extends Pick<ShownChat, 'send'> {
  leaving: LeavingView;
}

const WHOLE_SECONDS = { redirect: REDIRECT_MS / 1_000, email_template: EMAIL_REDIRECT_MS / 1_000 } as const;

/** A page is about to open: the countdown is visible, announced once, and the user can stay or go now (WCAG 2.2.1). */
export function Leaving({ leaving: { kind, secondsLeft }, send }: LeavingProps) {
  const [spoken] = useState(
    `Opening in ${secondsLeft} ${secondsLeft === 1 ? 'second' : 'seconds'}. Press Escape to stay here.`,
  );
  const share = Math.max(0, secondsLeft - 1) / WHOLE_SECONDS[kind];
  return (
    <fieldset className="leaving" aria-label="Opening a page">
      <output className="sr">{spoken}</output>
      <span className="meta num" aria-hidden="true">
        Opening in {secondsLeft} s
      </span>
      <span className="end row">
        <Button size="small" onClick={() => send({ type: 'leaving.cancel' })}>
          Stay here
        </Button>
        <Button size="small" look="primary" onClick={() => send({ type: 'leaving.go' })}>
          Open now
        </Button>
      </span>
      <span className="leaving-bar" aria-hidden="true">
        <i style={{ '--v': `${Math.round(share * 100)}%` } as React.CSSProperties} />
      </span>
    </fieldset>
  );
}
