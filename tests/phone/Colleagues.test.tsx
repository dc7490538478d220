import { expect, test } from 'vitest';
import type { Colleague } from '#contract/phone/colleagues.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import { TransferForm } from '../../src/views/phone/panel/TransferForm.tsx';
import { click, only } from '../_kit/mount.ts';
import { button, openDesk } from '../contacts/contacts-desk.tsx';

const person = (id: number, name: string, presence: Colleague['presence']): Colleague => ({
  id,
  name,
  number: `+1512555010${id}`,
  presence,
});
const TEAM = [person(1, 'Max Manager', 'available'), person(2, 'Pia Peer', 'on_call'), person(3, 'Al Away', 'away')];

async function open(answer: object | ApiError) {
  const transferred: string[] = [];
  await openDesk(<TransferForm line="embedded" onTransfer={(number) => transferred.push(number)} />, {
    listColleagues: answer,
  });
  return transferred;
}

test('a call goes to the colleague that is chosen by name', async () => {
  const transferred = await open({ data: TEAM });

  const lines = [...document.querySelectorAll('.colleagues li')].map((line) => line.textContent);
  expect(lines).toEqual([
    'Transfer to Max Manager, Available',
    'Transfer to Pia Peer, On a call',
    'Transfer to Al Away, Away',
  ]);
  click(only('.colleagues li:first-child button'));

  expect(transferred).toEqual(['+15125550101']);
});

test('without colleagues it says so, and a number still does', async () => {
  await open({ data: [] });

  expect(document.body.textContent).toContain('No colleagues with a phone number.');
  expect(document.querySelector('input[aria-label="Transfer to"]')).not.toBeNull();
});

test('colleagues that failed to load can be asked for again', async () => {
  await open(new ApiError('rejected', { code: 'refused', message: 'Down.' }));

  expect(document.body.textContent).toContain("Couldn't load colleagues.");
  expect(button('Try again')).not.toBeNull();
});
