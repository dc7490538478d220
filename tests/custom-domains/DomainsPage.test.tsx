import { act } from 'react';
import { describe, expect, test } from 'vitest';
import { judgeDomain, faultIn, type SeenDomain } from '#rules/custom-domains/judge-domain.ts';
import { DomainsPage } from '../../src/views/custom-domains/DomainsPage.tsx';
import { click } from '../_kit/mount.ts';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { RIGHT, sampleDomain, WANTED } from './sample-domain.ts';

const PLACES = { listUserPlaces: { data: { business_units: [], office_locations: [] } } };
const open = (...domains: ReturnType<typeof sampleDomain>[]) => openDesk(<DomainsPage />, answers(domains));
const answers = (domains: readonly unknown[]): Record<string, Answer> => ({
  ...PLACES,
  listCustomDomains: { data: domains } as never,
});
const text = () => document.body.textContent ?? '';

const faulty = (seen: Partial<SeenDomain>) => {
  const records = judgeDomain(WANTED, { ...RIGHT, ...seen });
  const domain = sampleDomain({ fault: faultIn(records), checked_at: '2026-03-04T17:00:00Z' });
  return { ...domain, dns_instructions: { ...domain.dns_instructions, records } };
};

test('an agency without domains is offered one', async () => {
  await open();

  expect(text()).toContain('No domains yet');
  expect(button('Add a domain')).toBeDefined();
});

test('a new domain shows the records to add, as providers name their hosts', async () => {
  await open(sampleDomain());

  for (const words of [
    'The first check runs in a few seconds',
    'plans',
    'edge.host.test',
    '_own.plans',
    'own-verify=1',
  ])
    expect(text()).toContain(words);
});

describe('a fault is named with what to do', () => {
  test.each<[string, Partial<SeenDomain>, string, string]>([
    [
      'another target',
      { cname: ['parked.test'] },
      'points somewhere else',
      'Found parked.test, expected edge.host.test.',
    ],
    [
      'no TXT record',
      { proof: [] },
      'The TXT record is missing',
      'Add it where the DNS records of agency.test are kept.',
    ],
    ['a proxy', { cname: [], a: ['104.18.0.1'], proxies: ['104.18.0.1'] }, 'A proxy hides the records', '“DNS only”'],
    ['a CAA record', { caa: ['digicert.com'] }, 'forbids the certificate', 'Only digicert.com may issue'],
    ['failing servers', { cname: 'failed', a: 'failed', aaaa: 'failed' }, 'answer with an error', 'SERVFAIL'],
  ])('%s', async (_name, seen, title, remedy) => {
    await open(faulty(seen));

    expect(text()).toContain(title);
    expect(text()).toContain(remedy);
  });
});

test('a live domain says so, and a removed one can be brought back', async () => {
  const { asked, toasts } = await openDesk(<DomainsPage />, answers([sampleDomain({ status: 'verified' })]));
  expect(text()).toContain('plans.agency.test is live');

  click(button('Remove plans.agency.test'));
  await calm();
  expect(asked('deleteCustomDomain')).toEqual([{ params: { id: 1 } }]);
  expect(toasts[0]?.text).toBe('plans.agency.test removed');
  act(() => toasts[0]?.action?.run());
  await calm();

  expect(asked('createCustomDomain')).toEqual([
    { body: { custom_domain: 'plans.agency.test', business_unit_id: null } },
  ]);
});
