import { describe, expect, test } from 'vitest';
import type { ApiKey } from '#contract/api-access.contract.ts';
import { ApiKeysCard } from '../../src/views/api-access/ApiKeysCard.tsx';
import { ApiTokenCard } from '../../src/views/api-access/ApiTokenCard.tsx';
import { click, type } from '../_kit/mount.ts';
import { button, calm, labelled, openAccount, refused } from '../profile/own-account.tsx';

const ZONE = 'America/New_York';

const apiKey = (differs: Partial<ApiKey> = {}): ApiKey => ({
  id: 7,
  name: 'Website form',
  prefix: 'bw_abcde',
  scopes: ['contacts.read'],
  created_at: '2026-01-05T15:04:00.000Z',
  last_used_at: null,
  last_used_ip: null,
  ...differs,
});

const press = async (text: string) => {
  click(button(text));
  await calm();
};
const secret = () => document.querySelector('code.secret')?.textContent ?? null;

describe('keys', () => {
  test('without any, the place says what they are for', async () => {
    await openAccount(<ApiKeysCard zone={ZONE} />);

    expect(document.querySelector('.empty')?.textContent).toContain('No keys yet');
  });

  test('developers find the calls and the client package', async () => {
    await openAccount(<ApiKeysCard zone={ZONE} />);

    const links = [...document.querySelectorAll('a.link')].map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['API reference', '/docs'],
      ['TypeScript client', '/docs/bellwether-client.tgz'],
    ]);
  });

  test("only the user's own permissions can be granted", async () => {
    await openAccount(<ApiKeysCard zone={ZONE} />);

    await press('New key');

    const offered = [...document.querySelectorAll('fieldset label')].map((label) => label.textContent);
    expect(offered).toEqual(['View contacts', 'Run imports']);
  });

  test('a name and a scope are asked for before anything is sent', async () => {
    const { asked } = await openAccount(<ApiKeysCard zone={ZONE} />);
    await press('New key');

    await press('Create key');

    expect(labelled('Key name').getAttribute('aria-invalid')).toBe('true');
    expect(document.querySelector('[role=alert]')?.textContent).toBe('Choose at least one scope.');
    expect(asked('createApiKey')).toEqual([]);
  });

  test('a new one is shown until it is kept, and never again', async () => {
    const { asked } = await openAccount(<ApiKeysCard zone={ZONE} />, {
      createApiKey: { data: { key: 'bw_whole', api_key: apiKey() } },
    });
    await press('New key');
    type(labelled('Key name'), ' Website form ');
    click(labelled('View contacts'));

    await press('Create key');
    expect(asked('createApiKey')).toEqual([{ body: { name: 'Website form', scopes: ['contacts.read'] } }]);
    expect(secret()).toBe('bw_whole');

    await press("I've saved it");
    expect(document.body.textContent).not.toContain('bw_whole');
  });

  test('each says in words what it may and when it was used', async () => {
    const used = { last_used_at: '2026-01-06T15:04:00.000Z', last_used_ip: '203.0.113.9' };
    await openAccount(<ApiKeysCard zone={ZONE} />, {
      listApiKeys: { data: [apiKey({ scopes: ['contacts.read', 'imports.run'], ...used })] },
    });

    const words = document.querySelector('.what')?.textContent;
    expect(words).toBe(
      'Website form bw_abcde…Can view contacts, run importsCreated 01/05/2026, last used 01/06/2026 from 203.0.113.9',
    );
  });

  test('a change sends name and scopes; a refusal keeps the form open', async () => {
    const { asked } = await openAccount(<ApiKeysCard zone={ZONE} />, {
      listApiKeys: { data: [apiKey()] },
      updateApiKey: refused('scopes', 'You may not give what you lack yourself.'),
    });
    await press('Edit');
    click(labelled('Run imports'));

    await press('Save key');

    const body = { name: 'Website form', scopes: ['contacts.read', 'imports.run'] };
    expect(asked('updateApiKey')).toEqual([{ params: { id: 7 }, body }]);
    expect(document.querySelector('[role=alert]')?.textContent).toBe('You may not give what you lack yourself.');
    expect(labelled('Key name').value).toBe('Website form');
  });

  test('revoking is asked before it is done', async () => {
    const { asked, said, sent } = await openAccount(<ApiKeysCard zone={ZONE} />, { listApiKeys: { data: [apiKey()] } });

    await press('Revoke');
    await press('Keep key');
    expect(asked('deleteApiKey')).toEqual([]);

    await press('Revoke');
    await press('Revoke key');
    expect(asked('deleteApiKey')).toEqual([{ params: { id: 7 } }]);
    expect([said, sent]).toEqual([['API key “Website form” revoked.'], [{ type: 'session.refresh' }]]);
  });
});

describe('the token', () => {
  const token = { masked: 'bw_abcde••••', created_at: '2026-01-05T15:04:00.000Z', last_used_at: null };

  test('is asked for by will only, since that needs a proof', async () => {
    const { asked } = await openAccount(<ApiTokenCard zone={ZONE} />, { showApiToken: { data: token } });
    expect(asked('showApiToken')).toEqual([]);

    await press('View token');

    expect(document.querySelector('.card')?.textContent).toContain('bw_abcde•••• created 01/05/2026, never used');
  });

  test('a new one is made after a question, and shown once', async () => {
    const { asked } = await openAccount(<ApiTokenCard zone={ZONE} />, {
      refreshApiToken: { data: { token: 'bw_fresh', api_token: token } },
    });

    await press('Generate new token');
    expect(asked('refreshApiToken')).toEqual([]);
    const confirm = document.querySelector<HTMLButtonElement>('[role=alertdialog] .btn.primary');
    if (confirm) click(confirm);
    await calm();
    expect(secret()).toBe('bw_fresh');

    await press("I've saved it");
    expect(document.body.textContent).not.toContain('bw_fresh');
  });
});
