import { describe, expect, test, vi } from 'vitest';
import { TestCardForm } from '../../src/views/billing/TestCardForm.tsx';
import { click, mount, only, type } from '../_kit/mount.ts';

function open(failure?: string) {
  const onKeep = vi.fn<(method: string) => void>();
  mount(<TestCardForm isBusy={false} failure={failure} onKeep={onKeep} onRestart={() => undefined} />);
  return onKeep;
}

const field = (label: string): HTMLInputElement => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label);
  return only<HTMLInputElement>(`#${CSS.escape(found?.htmlFor ?? '')}`);
};

const said = () => [...document.querySelectorAll('.field .meta')].map(({ textContent }) => textContent);
const keep = () => click(only('button[type=submit]'));

describe('the test card form', () => {
  test('sends the name of the card and not its number', () => {
    const onKeep = open();

    type(field('Card number'), '4242424242424242');
    type(field('Expires (MM/YY)'), '04/30');
    keep();

    expect(onKeep.mock.calls).toEqual([['pm_card_visa_0430']]);
  });

  test('refuses a number that could be real, and sends nothing', () => {
    const onKeep = open();

    type(field('Card number'), '4111111111111111');
    type(field('Expires (MM/YY)'), '04/30');
    keep();

    expect(said()).toEqual(['This is a demo: use a test card.']);
    expect(onKeep.mock.calls).toEqual([]);
  });

  test('groups the digits and names the brand while one types', () => {
    open();

    type(field('Card number'), '378282246310005');

    expect(field('Card number').value).toBe('3782 822463 10005');
    expect(said()).toEqual(['American Express']);
  });

  test('fills itself with a card of the list', () => {
    const onKeep = open();
    const card = [...document.querySelectorAll<HTMLElement>('.test-cards button')][1];

    if (card) click(card);
    keep();

    expect(onKeep.mock.calls).toEqual([['pm_card_mastercard_0430']]);
  });

  test('says what the provider said', () => {
    open('Your card has expired. Use a different card.');

    expect(only('[role=alert]').textContent).toContain('Your card has expired. Use a different card.');
  });
});
