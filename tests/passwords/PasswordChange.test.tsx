import { expect, test } from 'vitest';
import { PasswordChange } from '../../src/views/passwords/PasswordChange.tsx';
import { click, type } from '../_kit/mount.ts';
import { button, calm, dana, labelled, noteOf, openAccount, refused } from '../profile/own-account.tsx';

const GOOD = 'seven geese over the harbor';

const fill = (password: string, again = password) => {
  type(labelled('New password'), password);
  type(labelled('Repeat password'), again);
};
const submit = async () => {
  click(button('Change password'));
  await calm();
};

test('what a password lacks is read with its field while it is typed', async () => {
  await openAccount(<PasswordChange />);
  const notes = ['', 'dana2', GOOD].map((password) => {
    type(labelled('New password'), password);
    return noteOf(labelled('New password'));
  });

  expect(notes).toEqual([
    'A sentence only you would write is easy to remember and hard to guess.',
    "Use at least 15 characters. Several words make a strong password.Don't use your username, your e-mail address or our name. Those are guessed first.",
    'Strong password.',
  ]);
});

test('with two-factor a shorter one will do', async () => {
  await openAccount(<PasswordChange />, {}, { user: dana({ 'has_2fa_enabled?': true }) });

  type(labelled('New password'), 'geeseoverus');

  expect(noteOf(labelled('New password'))).toBe('Strong password.');
});

test.each([
  ['too short', 'geese', 'geese'],
  ['not typed twice alike', GOOD, `${GOOD}!`],
])('a password that is %s is not sent', async (_, password, again) => {
  const { asked } = await openAccount(<PasswordChange />);

  fill(password, again);
  await submit();

  expect(asked('updatePassword')).toEqual([]);
});

test('a good one is sent for the user, the session reloads its user, and nothing of it stays on the page', async () => {
  const { asked, sent, said } = await openAccount(<PasswordChange />);

  fill(GOOD);
  await submit();

  expect(asked('updatePassword')).toEqual([{ params: { id: 1007 }, body: { password: GOOD } }]);
  expect(sent).toEqual([{ type: 'session.refresh' }]);
  expect(said).toEqual(['Password changed. All your other sessions are signed out.']);
  expect([labelled('New password').value, labelled('Repeat password').value]).toEqual(['', '']);
});

test("the server's refusal stays at the field until the text changes", async () => {
  await openAccount(<PasswordChange />, { updatePassword: refused('password', 'Many people use this password.') });

  fill(GOOD);
  await submit();
  expect(noteOf(labelled('New password'))).toBe('Many people use this password.');

  type(labelled('New password'), `${GOOD}s`);
  expect(noteOf(labelled('New password'))).toBe('Strong password.');
});
