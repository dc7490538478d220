import { X } from 'lucide-react';
import { type MouseEvent, useEffect } from 'react';
import { type ShownView, shownViewOf } from '../../../machines/phone/line-facts.ts';
import { usePanelPlace } from '../../_base/use-panel-place.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { classes } from '../../_kit/format/class-names.ts';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { Tabs } from '../../_kit/display/Tabs.tsx';
import { useFocusKept } from '../../_kit/format/use-focus-kept.ts';
import { ActiveCall } from './ActiveCall.tsx';
import { AudioSettings } from './AudioChoice.tsx';
import { EndedCall } from './EndedCall.tsx';
import { InCallKeypad } from './InCallKeypad.tsx';
import { Incoming, WaitingCall } from './Incoming.tsx';
import { Keypad } from './Keypad.tsx';
import { noCalls } from '../calls/NoCalls.tsx';
import { PanelHead } from './PanelHead.tsx';
import { Recent } from './Recent.tsx';
import { BUSY_WORDS, complaintText } from '../phone-words.ts';
import { ABOVE_DIALOGS } from '../dock/use-above-dialogs.ts';
import type { CallNotes } from '../../_base/use-call-notes.ts';
import type { ShownPhone } from '../use-phone.ts';

interface PhonePanelProps extends ShownPhone {
  notes: CallNotes;
  /** The person has opened it: it takes the focus. */
  takesFocus: boolean;
  /** A dialog covers it. */
  isBelow: boolean;
  onFold: () => void;
}

/** Of the foot nothing has a successor at its place: Enter twice on "Answer" would end the call. */
const FOOT = '.pf:not(:focus-within) .btn';

const TABS = [
  { key: 'keypad', label: 'Keypad' },
  { key: 'history', label: 'Recent' },
] as const;

const LABELS = {
  keypad: 'Phone, keypad',
  history: 'Phone, recent calls',
  incoming: 'Phone, incoming call',
  active: 'Phone, call',
  inCallKeypad: 'Phone, keypad in the call',
  ended: 'Phone, ended call',
} as const;

/** The phone, floating above the page: one size for all views, so that nothing jumps. */
export function PhonePanel({ view, send, notes, takesFocus, isBelow, onFold }: PhonePanelProps) {
  const frame = useFocusKept<HTMLElement>('[data-first]', '[role=tab][tabindex="0"]', FOOT, '.ph .icon-btn');
  const placing = usePanelPlace(frame, { name: 'phone', onFold: () => send({ type: 'panel.toggle' }) });
  const shown = shownViewOf(view);
  useEffect(() => {
    if (!takesFocus) return;
    const first = frame.current?.querySelector<HTMLElement>('[data-first]') ?? frame.current;
    first?.focus();
  }, [takesFocus, frame]);
  return (
    <section
      ref={frame}
      tabIndex={-1}
      className={classes('panel phone float phone-float', placing.isAtTop && 'is-at-top')}
      style={placing.style}
      aria-label={LABELS[shown.view]}
      inert={isBelow}
      onClickCapture={countOnce}
      {...ABOVE_DIALOGS}
    >
      <PanelHead view={view} send={send} placing={placing} onFold={onFold} />
      <Elsewhere view={view} send={send} />
      <Notice view={view} send={send} />
      {view.line.call === null
        ? null
        : view.line.incoming.map((incoming) => <WaitingCall key={incoming.key} incoming={incoming} send={send} />)}
      <Body view={view} send={send} shown={shown} notes={notes} />
    </section>
  );
}

/** The second click of a double-click would press what has come to the same place: "End call" after "Answer". */
function countOnce(event: MouseEvent): void {
  if (event.detail > 1 && event.target instanceof Element && event.target.closest('.pf') !== null) {
    event.stopPropagation();
  }
}

interface BodyProps extends ShownPhone, Pick<PhonePanelProps, 'notes'> {
  shown: ShownView;
}

function Body({ view, send, shown, notes }: BodyProps) {
  if (shown.view === 'active') return <ActiveCall view={view} send={send} call={shown.call} notes={notes} />;
  if (shown.view === 'inCallKeypad') return <InCallKeypad call={shown.call} send={send} />;
  if (shown.view === 'incoming') return <Incoming incoming={shown.incoming} send={send} />;
  if (shown.view === 'ended') return <EndedCall view={view} send={send} ended={shown.ended} notes={notes} />;
  if (view.panel.aside === 'audio') return <AudioSettings view={view} send={send} />;
  return (
    <Tabs
      label="Phone"
      className="ptabs"
      items={TABS}
      current={shown.view}
      onSelect={(key) => send({ type: 'panel.show', view: key === 'history' ? 'history' : 'keypad' })}
    >
      {shown.view === 'history' ? (
        <Recent view={view} send={send} />
      ) : (
        (noCalls({ line: view.line, send }) ?? <Keypad view={view} send={send} />)
      )}
    </Tabs>
  );
}

/** The request that failed. */
function Notice({ view: { line }, send }: ShownPhone) {
  return (
    <div role="alert" className={line.notice === null ? undefined : 'phone-notice'}>
      {line.notice === null ? null : (
        <>
          <span className="meta grow">{complaintText(line.notice)}</span>
          <IconButton
            icon={X}
            label="Put away"
            size="small"
            onClick={() => send({ type: 'line.putAway', only: 'notice' })}
          />
        </>
      )}
    </div>
  );
}

/** Another tab has the phone: this one shows the same and asks there. */
function Elsewhere({ view: { leadership }, send }: ShownPhone) {
  if (leadership.here) return null;
  const blocked = leadership.blocked === null ? undefined : BUSY_WORDS[leadership.blocked];
  return (
    <fieldset className="elsewhere" aria-label="Phone location">
      <span className="meta grow" title={blocked}>
        {blocked ?? 'The phone is in another tab.'}
      </span>
      <Button size="small" refusal={blocked} onClick={() => send({ type: 'phone.takeOver' })}>
        Take over
      </Button>
    </fieldset>
  );
}
