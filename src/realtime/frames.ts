/** Messages of the Action Cable server; a message has no type. */
export type Frame =
  | { readonly type: 'welcome' }
  | { readonly type: 'ping' }
  | { readonly type: 'confirm_subscription' | 'reject_subscription'; readonly identifier: string }
  | { readonly type: 'disconnect'; readonly reason?: string; readonly reconnect?: boolean }
  | { readonly type?: undefined; readonly identifier: string; readonly message: unknown };

const NAMING_NOTHING = ['welcome', 'ping', 'disconnect'];
const NAMING_A_SUBSCRIPTION = ['confirm_subscription', 'reject_subscription', undefined];

/** `null` for text that is no frame: everything unknown on the line is ignored, as the protocol has it. */
export function frameOf(text: string): Frame | null {
  const read = parsed(text);
  if (typeof read !== 'object' || read === null) return null;
  const { type, identifier } = read as { type?: string; identifier?: unknown };
  const isKnown =
    typeof identifier === 'string' ? NAMING_A_SUBSCRIPTION.includes(type) : NAMING_NOTHING.includes(type ?? '');
  return isKnown ? (read as Frame) : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Commands of the client. */
export type Command =
  | { readonly command: 'subscribe' | 'unsubscribe'; readonly identifier: string }
  | { readonly command: 'message'; readonly identifier: string; readonly data: string };
