import type { CallView, LineView, PhoneView } from './line-view.ts';

/** Before anything is known: no device, no call. */
export const NO_LINE: LineView = {
  device: {
    status: 'waiting',
    sentence: '',
    microphone: 'unknown',
    inputs: [],
    outputs: [],
    input: null,
    output: null,
    numbers: [],
    callFrom: null,
    echoNumber: null,
  },
  incoming: [],
  call: null,
  ended: null,
  minutes: null,
  notice: null,
};

export const NO_VIEW: PhoneView = {
  line: NO_LINE,
  leadership: { here: false, blocked: null },
  panel: { open: false, view: 'keypad', typed: '' },
  pops: [],
};

/** Number of the contact of a call. `null`: none, or several and none was chosen. */
export const contactNumberOf = ({ contactId, contacts, call }: CallView): number | null =>
  contacts.find(({ id }) => id === contactId)?.number ?? call?.contact?.number ?? null;
