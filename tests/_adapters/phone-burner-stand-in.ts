import { openProvider, type ProviderStandIn } from './provider-stand-in.ts';

/** Speaks PhoneBurner's REST API, as far as the app uses it. */
export const openPhoneBurner = (): Promise<ProviderStandIn> =>
  openProvider(({ method, path }) => {
    if (path === '/members')
      return { status: 200, body: { members: { members: [{ user_id: '77', email_address: 'ava@dialer.example' }] } } };
    if (path === '/dialsession' && method === 'POST')
      return { status: 200, body: { dialsessions: { redirect_url: 'https://www.phoneburner.com/dial/abc' } } };
    return { status: 404, body: { error: { message: 'Not found' } } };
  });
