import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import { act } from 'react';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { changed, created, listed, removed, resource, shown } from '#contract/resource.ts';
import { ResourceList } from '../../src/views/_resource/ResourceList.tsx';
// Preloads the lazy parts.
import '../../src/views/_resource/RecordForm.tsx';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only, type } from '../_kit/mount.ts';

const Team = z.object({ id: z.int(), name: z.string() });
const TeamWithMembers = z.extend(Team, { members: z.array(Team) });
const Fields = z.strictObject({ name: z.string(), member_ids: z.array(z.int()) });

const teams = resource(
  {
    path: '/v1/teams',
    one: 'Team',
    many: 'Teams',
    label: { one: 'team', many: 'teams' },
    subject: 'team',
    access: { read: 'contacts.read', write: 'contacts.write' },
  },
  {
    list: listed(Team),
    read: shown(TeamWithMembers),
    create: created(Team, Fields),
    update: changed(Team, z.partial(Fields)),
    remove: removed(),
  },
);

const PEOPLE = [
  { id: 7, name: 'Ana' },
  { id: 8, name: 'Ben' },
];
const ROWS = [
  { id: 1, name: 'East' },
  { id: 2, name: 'West' },
];

const page = () => (
  <ResourceList
    of={teams}
    icon={Users}
    about="Teams share their calls."
    searched="Name"
    nameOf={({ name }) => name}
    values={(team, rows) =>
      team === null
        ? { name: `Team ${rows.length + 1}` }
        : { name: team.name, member_ids: team.members.map(({ id }) => id) }
    }
    columns={[{ head: 'Name', cell: ({ name }) => name, narrow: 'title' }]}
    actions={({ name }, rows) => `${name} of ${rows.length}`}
    fields={({ text, several }) => (
      <>
        {text('name', 'Name')}
        {several('member_ids', 'Members', PEOPLE, 'Add a member')}
      </>
    )}
  />
);

async function open(address: string, answers: Record<string, Answer> = {}) {
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history });
  const all = { listTeams: { data: ROWS }, readTeam: { data: { ...ROWS[1], members: [PEOPLE[0]] } }, ...answers };
  const desk = await openDesk(<RouterProvider router={router} />, all);
  await calm();
  return desk;
}
const chosen = () => [...document.querySelectorAll('.side .chip')].map(({ textContent }) => textContent);
const select = () => only<HTMLSelectElement>('.side select');
const add = (id: number) =>
  act(() => {
    select().value = String(id);
    select().dispatchEvent(new Event('change', { bubbles: true }));
  });
const save = async () => {
  act(() => only<HTMLFormElement>('.side form').requestSubmit());
  await calm();
};

test('a record is read on its own where the list leaves out a part of it', async () => {
  const { asked } = await open('/teams?edit=2');

  expect(asked('readTeam')).toEqual([{ params: { id: 2 } }]);
  expect(chosen()).toEqual(['Ana']);
});

test('until the record has loaded, its name is shown without a form', async () => {
  await open('/teams?edit=2', { readTeam: () => new Promise<object>(() => undefined) });

  expect(only('.side h2').textContent).toBe('West');
  expect(document.querySelector('.side form')).toBeNull();
});

test('one of several rows is added and another one removed', async () => {
  const { asked } = await open('/teams?edit=2', { updateTeam: {} });
  add(8);
  expect([...select().options].map(({ label }) => label)).toEqual(['Add a member']);
  click(button('Remove Ana'));
  expect([chosen(), document.activeElement]).toEqual([['Ben'], select()]);
  await save();

  expect(asked('updateTeam')).toEqual([{ params: { id: 2 }, body: { member_ids: [8] } }]);
});

test('restoring several rows to their old values is no change', async () => {
  const { asked } = await open('/teams?edit=2', { updateTeam: {} });
  click(button('Remove Ana'));
  add(7);
  await save();

  expect(asked('updateTeam')).toEqual([]);
});

test('a new record has none of several rows, and starts from the rows there are', async () => {
  const { asked } = await open('/teams?edit=new', { createTeam: {} });
  expect([only<HTMLInputElement>('.side input').value, chosen()]).toEqual(['Team 3', []]);
  type(only('.side input'), 'North');
  await save();

  expect(asked('createTeam')).toEqual([{ body: { name: 'North', member_ids: [] } }]);
});

test('buttons of a row know all rows, also those a search hides', async () => {
  await open('/teams?q=west');

  expect([...document.querySelectorAll('tbody .acts')].map(({ textContent }) => textContent)).toEqual(['West of 2']);
});
