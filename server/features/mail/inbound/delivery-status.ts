/** What mail servers report. `soft`: it may arrive another time. */
export const REPORT_KINDS = ['hard', 'soft', 'complaint', 'delivered'] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export interface Delivery {
  /** In lower case. */
  readonly recipient: string;
  readonly kind: ReportKind;
  /** In words of the mail server; empty: it gives none. */
  readonly reason: string;
  readonly raw: string;
}

/** Fields of a group by their names in lower case; folded lines are one. */
export function fieldsOf(group: string): ReadonlyMap<string, string> {
  const lines = group.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return new Map(
    lines.flatMap((line) => {
      const [, name = '', value = ''] = /^([\w-]+):\s*(.*)$/.exec(line) ?? [];
      return name === '' ? [] : [[name.toLowerCase(), value.trim()] as const];
    }),
  );
}

/** Without its type: `rfc822; jane@example.com`. */
const valueOf = (field: string | undefined): string => (field ?? '').replace(/^[\w-]+;\s*/, '').trim();

/**
 * Codes of mail that was refused for good though the address exists: a full mailbox, a message that is too large, a
 * server that is not ready, a policy. Source: RFC 3463, 3.3 to 3.8.
 */
const EXISTS = /^5\.(2\.[234]|3\.|4\.|7\.)/;

/** `null`: nothing is over yet, as with `delayed`, or another system went on with it. */
function kindOf(action: string, status: string): ReportKind | null {
  if (action === 'delivered') return 'delivered';
  if (action !== 'failed') return null;
  return status.startsWith('5.') && !EXISTS.test(status) ? 'hard' : 'soft';
}

/** Outcomes of each recipient in a `message/delivery-status` part (RFC 3464). */
export function readDeliveryStatus(part: string): Delivery[] {
  const groups = part.trim().split(/\r?\n[ \t]*\r?\n/);
  return groups.flatMap((raw): Delivery[] => {
    const fields = fieldsOf(raw);
    const recipient = valueOf(fields.get('original-recipient') ?? fields.get('final-recipient')).toLowerCase();
    const status = fields.get('status') ?? '';
    const kind = kindOf((fields.get('action') ?? '').toLowerCase(), status);
    if (recipient === '' || kind === null) return [];
    const reason = valueOf(fields.get('diagnostic-code')) || status;
    return [{ recipient: recipient.replaceAll(/^<|>$/g, ''), kind, reason, raw }];
  });
}

/** A complaint in a `message/feedback-report` part (RFC 5965); `null`: it is none. */
export function readFeedback(part: string): Delivery | null {
  const fields = fieldsOf(part);
  const type = (fields.get('feedback-type') ?? '').toLowerCase();
  if (type !== 'abuse' && type !== 'fraud' && type !== 'opt-out') return null;
  const recipient = valueOf(fields.get('original-rcpt-to')).toLowerCase().replaceAll(/^<|>$/g, '');
  return { recipient, kind: 'complaint', reason: '', raw: part };
}
