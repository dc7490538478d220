import { expect, test } from 'vitest';
import { ApplicationsCard } from '../../src/views/fire-light/ApplicationsCard.tsx';
import { type Answer, contact, openDesk, refused } from '../contacts/contacts-desk.tsx';

const LIFE = {
  id: 1,
  reference: '00000000-0000-8000-8000-000000000000',
  product: 'life',
  desk: 'firelight',
  started_by: 'Amy Agent',
  started_at: '2026-11-05T17:00:00Z',
  url: 'https://firelight.test/EGApp/PassiveCall.aspx?O=1&refid=0',
};
const open = (listed: Answer, more: { readOnly?: boolean; died_on?: string } = {}) =>
  openDesk(
    <ApplicationsCard contact={contact({ died_on: more.died_on ?? null })} readOnly={more.readOnly ?? false} />,
    {
      listApplications: listed,
    },
  );
const buttons = () => [...document.querySelectorAll('button')].map((button) => button.textContent);

test('lists what was started, each opens where it is filled in', async () => {
  await open({ data: [LIFE], meta: { desk: 'firelight' } });

  const link = document.querySelector('a');
  expect([link?.textContent, link?.href, link?.target]).toEqual(['Life', LIFE.url, '_blank']);
  expect(buttons()).toEqual(['Open FireLight', 'Start application']);
});

test('without FireLight there is no dashboard to open', async () => {
  await open({ data: [], meta: { desk: 'sheet' } });

  expect(buttons()).toEqual(['Start application']);
});

test('nothing can be started for whoever has died', async () => {
  await open({ data: [LIFE], meta: { desk: 'sheet' } }, { died_on: '2026-11-01' });

  expect(buttons()).toEqual([]);
});

test('whoever only reads sees nothing where there is nothing', async () => {
  await open({ data: [], meta: { desk: 'sheet' } }, { readOnly: true });

  expect(document.querySelector('.card')).toBeNull();
});

test('says when it could not load', async () => {
  await open(refused({}));

  expect([document.body.textContent?.includes("Couldn't load applications."), buttons()]).toEqual([
    true,
    ['Try again'],
  ]);
});
