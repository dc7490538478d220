import { describe, expect, test } from 'vitest';
import type { CsgConnection } from '#contract/quotes.contract.ts';
import { CsgCard } from '../../src/views/quotes/CsgCard.tsx';
import { click, type } from '../_kit/mount.ts';
import { button, calm, labelled, openAccount, refused } from '../profile/own-account.tsx';

const connection = (differs: Partial<CsgConnection> = {}) => ({
  data: { available: true, source: 'Sample rates', own: null, ...differs },
});
const OWN = { source: 'CSG Actuarial', own: { by: 'Marcus Ellery', at: '2026-11-02T15:00:00.000Z' } };
const card = () => document.querySelector('.card')?.textContent ?? '';
const open = (answers: Parameters<typeof openAccount>[1]) => openAccount(<CsgCard zone="America/New_York" />, answers);

describe('the account at CSG', () => {
  test('is no matter where the server has sample rates', async () => {
    await open({ readCsgConnection: connection({ available: false }) });

    expect(card()).toContain("This server shows sample rates. CSG isn't configured.");
    expect(document.querySelector('input')).toBe(null);
  });

  test('is connected by its key', async () => {
    const { asked } = await open({ readCsgConnection: connection() });

    type(labelled('CSG API key'), ' key-1 ');
    click(button('Connect CSG'));
    await calm();

    expect(asked('authenticateCsg')).toEqual([{ body: { api_key: ' key-1 ' } }]);
    expect(asked('readCsgConnection')).toHaveLength(2);
  });

  test('says who connected it, and is taken back', async () => {
    const { asked } = await open({ readCsgConnection: connection(OWN) });
    expect(card()).toContain('Quotes come from: CSG Actuarial. Connected by Marcus Ellery, 11/02/2026');

    click(button('Disconnect'));
    await calm();

    expect(asked('authenticateCsg')).toEqual([{ body: { api_key: '' } }]);
  });

  test('keeps a key that CSG does not take, with the reason beside it', async () => {
    await open({
      readCsgConnection: connection(),
      authenticateCsg: refused('api_key', 'CSG rejected this key.'),
    });

    type(labelled('CSG API key'), 'key-2');
    click(button('Connect CSG'));
    await calm();

    expect(labelled('CSG API key').value).toBe('key-2');
    expect(card()).toContain('CSG rejected this key.');
  });
});
