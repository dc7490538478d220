import { Phone, PhoneIncoming } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { classes } from '../../_kit/format/class-names.ts';
import { Dot } from '../../_kit/display/Dot.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { CallTimer } from '../panel/CallTop.tsx';
import { callWord, deviceWord, spokenOf } from '../phone-words.ts';
import { ABOVE_DIALOGS, useAboveDialogs } from './use-above-dialogs.ts';
import { useCallNotes } from '../../_base/use-call-notes.ts';
import { useDockCorner } from './use-dock-corner.ts';
import { type ShownPhone, usePhone } from '../use-phone.ts';
import { usePhoneKeys } from './use-phone-keys.ts';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import '../../../styles/float.css';
import '../phone.css';
import '../phone-call.css';

const PhonePanel = lazyPart(() => import('../panel/PhonePanel.tsx'), 'PhonePanel');

/** Launcher of the phone with its panel, and what works while it is folded: shortcuts, announcements, notes. */
export function PhoneDock() {
  const phone = usePhone();
  return phone === null ? null : <Dock {...phone} />;
}

function Dock({ view, send }: ShownPhone) {
  const { line, leadership, panel } = view;
  const launcher = useRef<HTMLButtonElement>(null);
  const dock = useRef<HTMLElement>(null);
  const { isBelow, isAbove } = useAboveDialogs(view);
  const corner = useDockCorner(dock, isAbove);
  const [takesFocus, setTakesFocus] = useState(false);
  const notes = useCallNotes([line.call?.callId ?? null, line.ended?.callId ?? null]);
  const fold = () => {
    setTakesFocus(false);
    send({ type: 'panel.toggle' });
    launcher.current?.focus();
  };
  const toggle = () => {
    if (isBelow) return undefined;
    const isInside = document.activeElement?.closest('.phone-float') !== null && document.activeElement !== null;
    if (panel.open && (isInside || document.activeElement === launcher.current)) return fold();
    if (panel.open) {
      document.querySelector<HTMLElement>('.phone-float')?.focus();
      return undefined;
    }
    setTakesFocus(true);
    send({ type: 'panel.toggle' });
    return undefined;
  };
  usePhoneKeys({ view, send, onToggle: toggle });
  useLeaveWarning(line.call !== null && leadership.here);
  return (
    <>
      <output className="sr phone-spoken" {...ABOVE_DIALOGS}>
        {spokenOf(line)}
      </output>
      {panel.open ? (
        <Suspense>
          <PhonePanel view={view} send={send} notes={notes} takesFocus={takesFocus} isBelow={isBelow} onFold={fold} />
        </Suspense>
      ) : null}
      <section
        ref={dock}
        className={`dock is-${corner}`}
        aria-label="Phone launcher"
        inert={isBelow}
        {...ABOVE_DIALOGS}
      >
        <Launcher line={line} isOpen={panel.open} launcher={launcher} onToggle={toggle} />
      </section>
    </>
  );
}

interface LauncherProps extends Pick<ShownPhone['view'], 'line'> {
  isOpen: boolean;
  launcher: React.RefObject<HTMLButtonElement | null>;
  onToggle: () => void;
}

function Launcher({ line, isOpen, launcher, onToggle }: LauncherProps) {
  const { call, incoming } = line;
  const { tone, text } = deviceWord(line);
  const isRinging = incoming.length > 0;
  return (
    <button
      ref={launcher}
      type="button"
      className={classes(call !== null && 'is-on-call', isRinging && 'is-ringing')}
      aria-expanded={isOpen}
      aria-keyshortcuts="Control+."
      onClick={onToggle}
    >
      <Icon of={isRinging ? PhoneIncoming : Phone} />
      {call !== null ? (
        call.activeSince === null ? (
          <span>{callWord(call).text}</span>
        ) : (
          <span>
            <span className="sr">On a call </span>
            <CallTimer since={call.activeSince} className="num" />
          </span>
        )
      ) : isRinging ? (
        <span>Incoming call</span>
      ) : (
        <>
          <Dot tone={tone} />
          <span aria-hidden="true">Phone</span>
          <span className="sr">Phone, {text.toLowerCase()}</span>
        </>
      )}
    </button>
  );
}

/** The other party waits until the page is back: leaving it must be confirmed. */
function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isOn]);
}
