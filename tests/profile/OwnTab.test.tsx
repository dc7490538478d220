import { act } from 'react';
import { describe, expect, test } from 'vitest';
import { EmailForm } from '../../src/views/profile/EmailForm.tsx';
import { NameForm } from '../../src/views/profile/NameForm.tsx';
import { TimeZoneForm } from '../../src/views/profile/TimeZoneForm.tsx';
import { WebpageForm } from '../../src/views/profile/WebpageForm.tsx';
import { click, type } from '../_kit/mount.ts';
import { button, calm, dana, labelled, noteOf, openAccount, refused } from './own-account.tsx';

/** True when a field accepts a keystroke. */
const takes = (input: HTMLElement, data: string): boolean => {
  const event = new KeyboardEvent('keypress', { key: data, bubbles: true, cancelable: true });
  Object.defineProperty(event, 'which', { value: data.charCodeAt(0) });
  act(() => void input.dispatchEvent(event));
  return !event.defaultPrevented;
};

const save = async (text: string) => {
  click(button(text));
  await calm();
};

describe('name and phone', () => {
  test('only what was changed is sent, and the whole app has the user of the answer', async () => {
    const ann = dana({ first_name: 'Ann' });
    const { asked, sent, said } = await openAccount(<NameForm />, { updateProfile: { data: ann } });

    type(labelled('First name'), 'Ann');
    await save('Save name');

    expect(asked('updateProfile')).toEqual([{ body: { profile: { first_name: 'Ann' } } }]);
    expect(sent).toEqual([{ type: 'session.userChanged', user: ann }]);
    expect(said).toEqual(['Saved.']);
    expect(labelled('First name').value).toBe('Ann');
  });

  test('nothing can be saved while nothing has changed', async () => {
    const { asked } = await openAccount(<NameForm />);
    type(labelled('First name'), 'Ann');
    type(labelled('First name'), 'Dana');

    await save('Save name');

    expect(button('Save name').getAttribute('aria-disabled')).toBe('true');
    expect(asked('updateProfile')).toEqual([]);
  });

  test('a refusal is read with its field, and what was typed stays', async () => {
    await openAccount(<NameForm />, { updateProfile: refused('profile.phone', 'Invalid phone number.') });

    type(labelled('Phone'), '12');
    await save('Save name');

    expect([noteOf(labelled('Phone')), labelled('Phone').value]).toEqual(['Invalid phone number.', '12']);
    expect(document.querySelector('[role=alert]')).toBeNull();
  });

  test.each([
    ['bellwether', '#', false],
    ['stillwater', '#', true],
    ['bellwether', 'é', true],
    ['bellwether', '’', true],
    ['bellwether', '@', false],
  ])('in %s the name field takes the keystroke %s: %s', async (brand, character, isTaken) => {
    await openAccount(<NameForm />, {}, { brand });

    expect(takes(labelled('Last name'), character)).toBe(isTaken);
  });
});

describe('the e-mail address', () => {
  test('is sent for oneself', async () => {
    const { asked } = await openAccount(<EmailForm acting={false} />, { updateUser: { data: dana() } });

    type(labelled('E-mail address'), 'new@example.test');
    await save('Change e-mail');

    expect(asked('updateUser')).toEqual([{ params: { id: 1007 }, body: { user: { email: 'new@example.test' } } }]);
  });

  test('cannot be changed while somebody else acts, and says why', async () => {
    await openAccount(<EmailForm acting />);

    expect(labelled('E-mail address').readOnly).toBe(true);
    expect(noteOf(labelled('E-mail address'))).toBe('Only the account owner can change this. Exit first.');
    expect(document.querySelector('button')).toBeNull();
  });
});

test('the time zone of the computer is offered where it is another', async () => {
  const { asked } = await openAccount(
    <TimeZoneForm now={new Date('2026-11-21T17:04:00Z')} region="US/Indiana-Starke" />,
    { updateTimezone: { data: dana({ timezone: 'cst' }) } },
    { user: dana({ timezone: 'est' }) },
  );
  click(button('Choose Central'));
  await save('Save time zone');

  expect(asked('updateTimezone')).toEqual([{ body: { timezone: 'cst' } }]);
});

test('the time zone shows what time it is there', async () => {
  const { asked } = await openAccount(<TimeZoneForm now={new Date('2026-11-21T17:04:00Z')} />, {
    updateTimezone: { data: dana({ timezone: 'hst' }) },
  });
  const select = labelled('Your time zone') as unknown as HTMLSelectElement;
  expect([...select.options].map(({ text }) => text)).toEqual([
    'Eastern, 12:04 PM now',
    'Central, 11:04 AM now',
    'Mountain, 10:04 AM now',
    'Pacific, 9:04 AM now',
    'Alaska, 8:04 AM now',
    'Hawaii, 7:04 AM now',
  ]);

  act(() => {
    select.value = 'hst';
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await save('Save time zone');

  expect(asked('updateTimezone')).toEqual([{ body: { timezone: 'hst' } }]);
});

describe('the public page', () => {
  test('shows the address that a name leads to, in small letters', async () => {
    await openAccount(<WebpageForm />);

    type(labelled('Page address'), 'Dana-W');

    expect(labelled('Page address').value).toBe('dana-w');
    expect(noteOf(labelled('Page address'))).toBe('http://dana-w.localhost:3000');
  });

  test('an empty name takes the address away', async () => {
    const { asked } = await openAccount(<WebpageForm />, { updateWebpage: { data: dana() } });

    type(labelled('Page address'), '');
    await save('Save public page');

    expect(asked('updateWebpage')).toEqual([{ params: { id: 1007 }, body: { webpage: { domain: null } } }]);
  });

  test('what stands at no field is said as an alert', async () => {
    await openAccount(<WebpageForm />, { updateWebpage: refused('webpage.active', 'Choose an address first.') });

    click(labelled('Show the page to everyone'));
    await save('Save public page');

    expect(document.querySelector('[role=alert]')?.textContent).toBe('Choose an address first.');
  });
});
