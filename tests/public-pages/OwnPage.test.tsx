import { describe, expect, test } from 'vitest';
import { ApiError } from '../../src/api/errors.ts';
import { OwnPage } from '../../src/views/public-pages/OwnPage.tsx';
import { button, calm, dana, openAccount } from '../profile/own-account.tsx';
import { click } from '../_kit/mount.ts';

const OWN = {
  url: 'https://dana.crm.test',
  active: true,
  gaps: ['numbers', 'hours'],
  organizations: null,
  plans: null,
  needs_numbers: true,
};
const LEAD = {
  id: 5,
  at: '2026-11-20T15:00:00.000Z',
  name: 'Wendell Arnold',
  phone: '+14075550183',
  email: '',
  topic: 'Medicare',
  message: 'Please call',
  language: 'es',
  proof: 'suspected',
  agreed: ['call'],
  contact: null,
};
const leads = (data: object[]) => ({
  data,
  meta: { current_page: 1, limit: 10, total_count: data.length, total_pages: 1 },
});
const screen = () => document.body.textContent ?? '';
const user = dana({ permissions: ['contacts.read', 'contacts.write'] as never });

describe('the own public page', () => {
  test('says whether it is public, where it is and what it lacks', async () => {
    await openAccount(<OwnPage />, { readOwnWebpage: { data: OWN } });
    expect(document.querySelector('a[target="_blank"]')?.getAttribute('href')).toBe('https://dana.crm.test');
    for (const text of ['Public', "Your agency's office hours", 'which Medicare asks for', 'No requests yet'])
      expect(screen()).toContain(text);
  });

  test('has no link while it is hidden, and no numbers where no notice names them', async () => {
    await openAccount(<OwnPage />, {
      readOwnWebpage: { data: { ...OWN, active: false, gaps: [], needs_numbers: false } },
    });
    expect(document.querySelector('a[target="_blank"]')).toBeNull();
    expect(screen()).toContain('Hidden');
    expect(screen()).toContain('Nothing is missing.');
    expect(screen()).not.toContain('Plans you offer');
  });

  test('adds a suspected request as a contact', async () => {
    const { asked } = await openAccount(
      <OwnPage />,
      { readOwnWebpage: { data: OWN }, listWebpageLeads: leads([LEAD]), acceptWebpageLead: { data: LEAD } },
      { user },
    );
    for (const text of ['May be spam', 'Please call', 'in Spanish', 'Agreed to calls'])
      expect(screen()).toContain(text);
    click(button('Add as a contact'));
    await calm();
    expect(asked('acceptWebpageLead')).toEqual([{ params: { id: 5 } }]);
  });

  test('says that it failed to load, and loads again', async () => {
    const failure = new ApiError('rejected', { code: 'failed', message: 'Something went wrong.' });
    const { asked } = await openAccount(<OwnPage />, { readOwnWebpage: failure });
    expect(screen()).toContain("Couldn't load your public page");
    click(button('Try again'));
    await calm();
    expect(asked('readOwnWebpage').length).toBeGreaterThan(1);
  });
});
