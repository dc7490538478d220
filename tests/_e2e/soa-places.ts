import { above, after, cut, page, type Place, press } from './place.ts';

const list = page('/soa-requests', '/soa-requests', '.table tbody tr, [role="row"]');

const openSigned: Parameters<typeof after>[1] = async (tab) => {
  await tab.goto('/soa-requests?status=signed');
  await tab.locator('table a, [role="row"] a').first().click();
  await tab.locator('.soa-panel').waitFor();
};

/** Scopes of appointment, one of them, its steps, and what is there when something is missing. */
export const SOA_PLACES: Readonly<Record<string, Place>> = {
  'scopes of appointment': list,
  'no scope of appointment that fits': page('/soa-requests', '/soa-requests?q=nobody-at-all', '.empty'),
  'scopes of appointment that fail to load': cut(
    list,
    '/soa-requests',
    '**/v1/soa_requests?*',
    'fails',
    '.error-panel, [role="alert"]',
  ),
  'a signed scope of appointment': after(list, openSigned),
  'a new scope of appointment': above(list, '_resource/RecordDialog', async (tab) => {
    await press(/^New/u)(tab, undefined as never);
    await tab.getByRole('dialog').waitFor();
  }),
  'completing a scope of appointment': above(after(list, openSigned), '_resource/RecordDialog', async (tab) => {
    await tab.getByRole('button', { name: 'Complete' }).click();
    await tab.getByRole('dialog').waitFor();
  }),
};
