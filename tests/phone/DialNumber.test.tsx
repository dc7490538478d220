import { act } from 'react';
import { describe, expect, test } from 'vitest';
import { CallButton, CallNumber } from '../../src/views/phone/panel/CallButton.tsx';
import { DialNumber } from '../../src/views/phone/panel/DialNumber.tsx';
import { click, mount, only } from '../_kit/mount.ts';
import { minutes } from './phone-fixtures.ts';
import { callView, device, phoneAround, phoneView } from './phone-views.tsx';

const NUMBER = '+15125550142';

describe('a number', () => {
  test('is called by a click, for the contact it stands with', () => {
    const { wrap, sent } = phoneAround(phoneView());
    mount(wrap(<DialNumber number={NUMBER} contactId={7} />));
    click(only('button'));

    expect(only('button').textContent).toBe('Call 1-512-555-0142');
    expect(sent).toEqual([{ type: 'line.dial', number: NUMBER, contactId: 7 }]);
  });

  test.each([
    [
      'the line is away',
      { device: device({ status: 'offline', problem: { kind: 'away' } }) },
      'The line is offline. Reconnecting automatically.',
    ],
    ['a call goes on', { call: callView() }, "You're on a call."],
    [
      'the microphone is blocked',
      { device: device({ microphone: 'denied' }) },
      'Your browser is blocking the microphone.',
    ],
    [
      'the minutes are used up',
      { minutes: minutes({ used: 500 }) },
      'Please request additional minutes from your manager.',
    ],
    [
      'the licence is not paid',
      { minutes: minutes({ paid: false }) },
      'Please request additional minutes from your manager.',
    ],
  ])('says why it cannot be called when %s', (_when, line, why) => {
    const { wrap, sent } = phoneAround(phoneView({ line }));
    mount(wrap(<DialNumber number={NUMBER} />));
    click(only('button'));

    expect(only('button').textContent).toBe(`Call 1-512-555-0142, ${why}`);
    expect([only('button').title, only('button').getAttribute('aria-disabled'), sent]).toEqual([why, 'true', []]);
  });

  test('is called without counting where nobody counts', () => {
    const { wrap, sent } = phoneAround(phoneView({ line: { minutes: minutes({ source: 'enabled', used: 900 }) } }));
    mount(wrap(<DialNumber number={NUMBER} />));
    click(only('button'));

    expect(sent).toEqual([{ type: 'line.dial', number: NUMBER }]);
  });

  test('is text where there is no phone, or a link for the phone of the device', () => {
    const { wrap } = phoneAround(null);
    mount(
      wrap(
        <>
          <DialNumber number={NUMBER} />
          <DialNumber number={NUMBER} without="link" />
          <CallNumber number={NUMBER} contactId={7} />
        </>,
      ),
    );

    expect(only('span.num').textContent).toBe('1-512-555-0142');
    expect(only('a').getAttribute('href')).toBe('tel:+15125550142');
    expect(document.querySelector('button')).toBeNull();
  });
});

describe('the button of a contact', () => {
  test('calls them, and says so while they are on the line', () => {
    const { wrap, sent, show } = phoneAround(phoneView());
    mount(wrap(<CallButton number={NUMBER} contactId={7} />));
    click(only('button'));
    expect([only('button').textContent, sent]).toEqual(['Call', [{ type: 'line.dial', number: NUMBER, contactId: 7 }]]);

    act(() => show(phoneView({ line: { call: callView({ stage: 'ringing' }) } })));
    expect(only('button').textContent).toBe('Calling, ringing now');
    act(() => show(phoneView({ line: { call: callView() } })));
    expect(only('button').textContent).toBe('On call, connected now');
    act(() => show(phoneView({ line: { call: callView({ contactId: 8 }) } })));
    expect(only('button').textContent).toBe("Call, You're on a call.");
  });

  test('is a link for the phone of the device where there is none here', () => {
    const { wrap } = phoneAround(null);
    mount(wrap(<CallButton number={NUMBER} contactId={7} />));

    expect(only('a').getAttribute('href')).toBe('tel:+15125550142');
  });
});
