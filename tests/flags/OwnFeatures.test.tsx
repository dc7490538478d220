import { expect, test } from 'vitest';
import { OwnFeatures } from '../../src/views/flags/OwnFeatures.tsx';
import { dana, openAccount } from '../profile/own-account.tsx';

const wordsFor = (label: string): string | undefined =>
  [...document.querySelectorAll('tbody tr')].find((row) => row.textContent?.startsWith(label))?.lastChild
    ?.textContent ?? undefined;

test('each feature shows whether it is available, or why not', async () => {
  await openAccount(
    <OwnFeatures />,
    {},
    { user: dana({ feature_overrides: [{ feature: 'imports', enabled: false }] }) },
  );

  expect([wordsFor('Contacts'), wordsFor('Text messages'), wordsFor('Imports')]).toEqual([
    'Included',
    'Requires a wallet.',
    'Turned off by an administrator.',
  ]);
});

test('an admin who turns a feature on grants nothing that the plan lacks', async () => {
  await openAccount(
    <OwnFeatures />,
    {},
    { user: dana({ feature_overrides: [{ feature: 'messages', enabled: true }] }) },
  );

  expect(wordsFor('Text messages')).toBe('Requires a wallet.');
});
