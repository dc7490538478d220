import { useEffect, useRef, useState } from 'react';
import { noteCall } from '#contract/phone.contract.ts';
import { type Call, type Disposition, DISPOSITIONS } from '#contract/phone/call.contract.ts';
import { useSubmit } from '../../_base/use-submit.ts';
import { Chip } from '../../_kit/display/Chip.tsx';
import { DISPOSITION_WORDS } from '../calls/call-words.ts';
import { CallBackTime } from './CallBackTime.tsx';

interface DispositionsProps {
  callId: number;
  call: Call | null;
  /** Ctrl or Cmd, Shift and a digit choose one: of the phone, of which there is one. */
  byKeys?: boolean;
}

/** Outcome: one of a few labels, or none. "Call back" also asks when. */
export function Dispositions({ callId, call, byKeys = false }: DispositionsProps) {
  const [told, setTold] = useState<Call | null>(null);
  const choose = useSubmit(noteCall, { onDone: ({ data }) => setTold(data) });
  const newest = told !== null && told.id === callId && told.version > (call?.version ?? -1) ? told : call;
  const chosen = newest?.disposition ?? null;
  const press = (disposition: Disposition) =>
    choose.submit({ body: { call_id: callId, disposition: disposition === chosen ? null : disposition } });
  useOutcomeKeys(byKeys ? press : null);
  return (
    <>
      <fieldset className="outs" aria-label="Outcome">
        {DISPOSITIONS.map((disposition, place) => (
          <Chip
            key={disposition}
            aria-pressed={disposition === chosen}
            aria-busy={choose.state === 'submitting' || undefined}
            aria-keyshortcuts={byKeys ? `Control+Shift+${place + 1}` : undefined}
            onClick={() => press(disposition)}
          >
            {DISPOSITION_WORDS[disposition]}
          </Chip>
        ))}
      </fieldset>
      {choose.state === 'failed' ? (
        <p className="meta bad-t" role="alert">
          {choose.error?.message}
        </p>
      ) : null}
      {chosen === 'call_back' && newest?.contact ? (
        <CallBackTime key={newest.contact.id} contactId={newest.contact.id} />
      ) : null}
    </>
  );
}

/** Also while the user types a note: the digits follow the order of the labels. */
function useOutcomeKeys(choose: ((disposition: Disposition) => void) | null): void {
  const latest = useRef(choose);
  useEffect(() => {
    latest.current = choose;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.altKey || event.repeat) return;
      // Shift makes another character of the digit.
      const disposition = DISPOSITIONS[Number(/^Digit(\d)$/u.exec(event.code)?.[1] ?? 0) - 1];
      if (disposition === undefined || latest.current === null) return;
      event.preventDefault();
      latest.current(disposition);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
