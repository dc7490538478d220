import type { ToldStatus } from '#rules/messages/text-status.ts';

/** What a status of Twilio means; `null`: nothing new. Source: its "Message status values". */
export const textStatusOf = (status: string): ToldStatus | null => STATUSES[status] ?? null;

const STATUSES: Readonly<Record<string, ToldStatus>> = {
  accepted: 'sent',
  queued: 'sent',
  sending: 'sent',
  sent: 'sent',
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
};

/** Twilio's numbers of errors in plain words. Source: its list of errors. */
const REASONS: ReadonlyMap<number, string> = new Map([
  [21_211, 'The number is not valid.'],
  [21_408, 'Texts to this country are not switched on at Twilio.'],
  [21_606, 'Your number can’t send texts. Ask your administrator.'],
  [21_610, 'They opted out of texts at the carrier.'],
  [21_612, 'The carrier can’t reach this number from yours.'],
  [21_614, 'The number is not a mobile number.'],
  [21_617, 'The text is too long.'],
  [21_620, 'The carrier can’t read the attachment.'],
  [21_623, 'There are too many attachments.'],
  [21_729, 'The texting campaign of your agency is suspended. Ask your administrator.'],
  [30_001, 'The carrier’s queue is full. Try again later.'],
  [30_002, 'The texting account of your agency is suspended. Ask your administrator.'],
  [30_003, 'The phone is switched off or out of reach.'],
  [30_004, 'The phone blocks your texts.'],
  [30_005, 'The number is not in use.'],
  [30_006, 'The number is a landline, which takes no texts.'],
  [30_007, 'The carrier filtered the text as spam.'],
  [30_008, 'The carrier didn’t say why.'],
  [30_010, 'Twilio’s price limit stopped the text.'],
  [30_032, 'Your toll-free number isn’t verified for texts yet. Ask your administrator.'],
  [30_034, 'Your number isn’t registered for business texts (A2P 10DLC) yet. Ask your administrator.'],
  [30_036, 'The text didn’t arrive within the hours in which it was allowed.'],
  [30_038, 'The text contains what looks like a one-time password.'],
  [30_410, 'The carrier didn’t answer in time.'],
]);

export const textReasonOf = (code: number | null): string =>
  (code === null ? undefined : REASONS.get(code)) ??
  `The carrier couldn’t deliver it${code === null ? '' : ` (Twilio error ${code})`}.`;
