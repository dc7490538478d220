import { describe, expect, test } from 'vitest';
import { readDeliveryStatus, readFeedback } from '../../server/features/mail/inbound/delivery-status.ts';

const part = (...groups: string[][]) =>
  [['Reporting-MTA: dns; mx.test'], ...groups].map((lines) => lines.join('\r\n')).join('\r\n\r\n');

const failed = (status: string, action = 'failed') =>
  readDeliveryStatus(part(['Final-Recipient: rfc822; jane@mail.test', `Action: ${action}`, `Status: ${status}`]))[0];

describe('a delivery status', () => {
  test.each([
    ['5.1.1', 'hard'],
    ['5.0.0', 'hard'],
    ['5.1.10', 'hard'],
    ['5.2.1', 'hard'],
    ['5.2.2', 'soft'],
    ['5.3.4', 'soft'],
    ['5.7.1', 'soft'],
    ['4.4.7', 'soft'],
  ])('%s is a %s bounce', (status, kind) => expect(failed(status)?.kind).toBe(kind));

  test.each([
    ['delayed', undefined],
    ['relayed', undefined],
    ['expanded', undefined],
    ['delivered', 'delivered'],
    ['Failed', 'hard'],
  ])('the action %s is %s', (action, kind) => expect(failed('5.1.1', action)?.kind).toBe(kind));

  test('each recipient has an outcome, under the address that was written to', () => {
    const text = part(
      [
        'Original-Recipient: rfc822;Jane@Mail.test',
        'Final-Recipient: rfc822; j@inner.test',
        'Action: failed',
        'Status: 5.1.1',
      ],
      [
        'Final-Recipient: rfc822; <son@mail.test>',
        'Action: failed',
        'Status: 4.2.2',
        'Diagnostic-Code: smtp; 452 4.2.2',
        ' Mailbox full',
      ],
    );
    expect(readDeliveryStatus(text)).toMatchObject([
      { recipient: 'jane@mail.test', kind: 'hard', reason: '5.1.1' },
      { recipient: 'son@mail.test', kind: 'soft', reason: '452 4.2.2 Mailbox full' },
    ]);
  });

  test('what is none has no outcome', () => {
    expect(readDeliveryStatus('')).toEqual([]);
    expect(readDeliveryStatus('Hello\n\nAction: failed')).toEqual([]);
  });
});

test('a complaint is one, another report is none', () => {
  expect(readFeedback('Feedback-Type: abuse\nOriginal-Rcpt-To: <Jane@mail.test>')).toMatchObject({
    recipient: 'jane@mail.test',
    kind: 'complaint',
  });
  expect(readFeedback('Feedback-Type: not-spam')).toBeNull();
});
