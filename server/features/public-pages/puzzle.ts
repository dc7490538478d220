import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * The puzzle of a form: four numbers, each of which makes the first byte of a key zero. Some 1,000 keys of 1,000 rounds
 * are a quarter of a second for a browser, and four are a millisecond for the server.
 */
export const PARTS = 4;
export const ROUNDS = 1_000;
/** Characters of the form in the salt: more than its random part. */
export const SALT_CHARACTERS = 43;

const derive = promisify(pbkdf2);

export const saltOf = (form: string, visit: string): string => `${form.slice(0, SALT_CHARACTERS)}.${visit}`;

export async function isSolved(form: string, visit: string, proof: string): Promise<boolean> {
  const numbers = proof.split(',');
  if (visit === '' || numbers.length !== PARTS || !numbers.every((number) => /^\d{1,7}$/.test(number))) return false;
  const salt = saltOf(form, visit);
  const keys = await Promise.all(numbers.map((number, part) => derive(`${part}:${number}`, salt, ROUNDS, 4, 'sha256')));
  return keys.every((key) => key[0] === 0);
}

/** Solves it, for tests and programs of our own. */
export async function solve(form: string, visit: string): Promise<string> {
  const salt = saltOf(form, visit);
  const numbers: number[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    let number = 0;
    while ((await derive(`${part}:${number}`, salt, ROUNDS, 4, 'sha256'))[0] !== 0) number += 1;
    numbers.push(number);
  }
  return numbers.join(',');
}
