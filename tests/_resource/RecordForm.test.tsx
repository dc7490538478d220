import { act } from 'react';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';
import { ApiError } from '../../src/api/errors.ts';
// Preloads the lazy parts.
import '../../src/views/_kit/overlays/AlertDialog.tsx';
import { formWrite } from '../../src/views/_resource/form-write.ts';
import { RecordForm } from '../../src/views/_resource/RecordForm.tsx';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only, type } from '../_kit/mount.ts';

const Office = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name.')),
  city: z.string(),
  opened_on: z.nullable(z.iso.date()),
  rent_cents: z.nullable(z.int().check(z.nonnegative('Enter no negative amount.'))),
});
type Office = z.output<typeof Office>;

const updateOffice = endpoint({
  name: 'updateOffice',
  method: 'PATCH',
  path: '/v1/offices',
  summary: 'Change an office',
  effect: 'write',
  access: 'signedIn',
  idempotent: true,
  rate: 'write',
  audit: 'office.updated',
  body: Office,
  reply: null,
});

const BAY: Office & { id: number } = { id: 3, name: 'Bay', city: 'Tampa', opened_on: null, rent_cents: 125_000 };

const form = (stored: object, onEnd: (how: string) => void = () => undefined) => (
  <RecordForm
    title="Bay"
    schema={Office}
    values={stored}
    write={formWrite(updateOffice, [], (office: Office, changed: Partial<Office>) =>
      Object.keys(changed).length === 0 ? null : { body: office },
    )}
    saveLabel="Save"
    onDone={() => onEnd('saved')}
    onClose={() => onEnd('closed')}
    frame={(inner) => inner}
    fields={({ text, date, money }) => (
      <>
        {text('name', 'Name')}
        {text('city', 'City')}
        {date('opened_on', 'Opened')}
        {money('rent_cents', 'Rent')}
      </>
    )}
  />
);

const input = (name: string) => only<HTMLInputElement>(`input[name=${name}]`);
const save = async () => {
  act(() => only<HTMLFormElement>('form').requestSubmit());
  await calm();
};
const open = async (answers: Record<string, Answer> = {}, stored: object = BAY) => {
  const ends: string[] = [];
  const desk = await openDesk(
    form(stored, (how) => ends.push(how)),
    answers,
  );
  return { ...desk, ends };
};

test('a form shows what is stored and opens at its first field', async () => {
  await open();

  expect(['name', 'city', 'opened_on', 'rent_cents'].map((name) => input(name).value)).toEqual([
    'Bay',
    'Tampa',
    '',
    '1250.00',
  ]);
  expect(document.activeElement).toBe(input('name'));
});

test('a form sends the fields of its schema alone', async () => {
  const { asked, ends } = await open({ updateOffice: {} });
  type(input('city'), 'Austin');
  await save();

  expect(asked('updateOffice')).toEqual([
    { body: { name: 'Bay', city: 'Austin', opened_on: null, rent_cents: 125_000 } },
  ]);
  expect(ends).toEqual(['saved']);
});

test('a form without changes sends nothing', async () => {
  const { asked, ends } = await open();
  await save();

  expect([asked('updateOffice'), ends]).toEqual([[], ['closed']]);
});

test('a value the schema refuses is not sent, and its field gets the focus', async () => {
  const { asked } = await open();
  type(input('name'), ' ');
  input('rent_cents').focus();
  await save();

  expect([asked('updateOffice'), only('.why').textContent]).toEqual([[], 'Enter a name.']);
  expect(document.activeElement).toBe(input('name'));
});

test('a refusal by the server is shown at its field until that field changes', async () => {
  const taken = new ApiError('rejected', {
    code: 'refused',
    message: 'Another office has this name.',
    fields: { name: ['Another office has this name.'] },
  });
  await open({ updateOffice: taken });
  type(input('name'), 'Hill');
  await save();
  expect([only('.why').textContent, input('name').value]).toEqual(['Another office has this name.', 'Hill']);

  type(input('name'), 'Hill 2');
  await calm();
  expect(document.querySelector('.why')).toBeNull();
});

test('a refusal without a field is shown above the buttons', async () => {
  await open({ updateOffice: new ApiError('server', { code: 'broken', message: 'The server is down.' }) });
  type(input('city'), 'Austin');
  await save();

  expect(only('[role=alert]').textContent).toContain('The server is down.');
  expect(input('city').value).toBe('Austin');
});

test('fields the user has not touched follow what is stored', async () => {
  const { show } = await open();
  type(input('city'), 'Austin');
  await show(form({ ...BAY, name: 'Harbor', city: 'Miami' }));

  expect([input('name').value, input('city').value]).toEqual(['Harbor', 'Austin']);
});

test('Cancel asks before changes are lost, and only then', async () => {
  const { ends } = await open();
  type(input('city'), 'Austin');
  click(button('Cancel'));
  await calm();
  click(button('Keep editing'));
  await calm();
  expect([ends, input('city').value]).toEqual([[], 'Austin']);

  click(button('Cancel'));
  await calm();
  click(button('Discard'));
  expect(ends).toEqual(['closed']);
});
