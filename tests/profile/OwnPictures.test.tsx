import { act } from 'react';
import { describe, expect, test } from 'vitest';
import { OwnPictures } from '../../src/views/profile/OwnPictures.tsx';
import { click } from '../_kit/mount.ts';
import { ApiError } from '../../src/api/errors.ts';
import { button, calm, dana, openAccount, refused } from './own-account.tsx';

const NONE = { personal_photo: null, logo: null, webpage_photo: null, webpage_flyer: null };
const open = (answers: Parameters<typeof openAccount>[1] = {}, hasPage = true) =>
  openAccount(<OwnPictures hasPage={hasPage} />, answers);
const group = (name: string) => {
  const found = document.querySelector(`fieldset[aria-label="${name}"]`);
  if (found === null) throw new Error(`no ${name}`);
  return found;
};
const choose = async (name: string, file: File) => {
  const input = group(name).querySelector('input');
  if (input === null) throw new Error('no input');
  Object.defineProperty(input, 'files', { value: [file], configurable: true });
  Object.defineProperty(input, 'value', { value: '', writable: true });
  act(() => void input.dispatchEvent(new Event('change', { bubbles: true })));
  await calm();
};

describe('photos and logo', () => {
  const file = new File(['x'], 'me.png');

  test.each([
    ['Profile photo', 'updateProfile', { body: { profile: {} }, file, fileField: 'personal_photo' }],
    ['Logo', 'updateProfile', { body: { profile: {} }, file, fileField: 'logo' }],
    [
      'Photo on your public page',
      'updateWebpage',
      { params: { id: 1007 }, body: { webpage: {} }, file, fileField: 'photo' },
    ],
    ['Flyer', 'updateWebpage', { params: { id: 1007 }, body: { webpage: {} }, file, fileField: 'flyer' }],
  ])('%s goes up as soon as it is chosen', async (label, endpoint, args) => {
    const { asked, said } = await open({ updateProfile: { data: dana() }, updateWebpage: { data: dana() } });

    await choose(label, file);

    expect(asked(endpoint)).toEqual([args]);
    expect(said).toEqual([`${label} updated.`]);
  });

  test('a refused file says why, beside it', async () => {
    await open({ updateWebpage: refused('flyer', 'Choose a PDF or an image.') });

    await choose('Flyer', file);

    expect(group('Flyer').querySelector('[role=alert]')?.textContent).toBe('Choose a PDF or an image.');
    expect(group('Logo').querySelector('[role=alert]')).toBeNull();
  });

  test('a photo is removed after a question', async () => {
    const profile = { ...NONE, webpage_photo: '/_files/1/me.webp' };
    const { asked } = await open({ readProfile: { data: profile }, updateWebpage: { data: dana() } });

    click(button('Remove Photo on your public page'));
    await calm();
    expect(asked('updateWebpage')).toEqual([]);
    const asks = [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')];
    click(asks.find((one) => one.textContent === 'Remove') ?? button('Remove'));
    await calm();

    expect(asked('updateWebpage')).toEqual([{ params: { id: 1007 }, body: { webpage: { remove: 'photo' } } }]);
  });

  test('a removal that fails says so where it was asked for', async () => {
    const profile = { ...NONE, logo: '/_files/1/logo.webp' };
    await open({ readProfile: { data: profile }, updateProfile: refused('logo', 'Try again later.') });

    click(button('Remove Logo'));
    await calm();
    const asks = [...document.querySelectorAll<HTMLElement>('[role=alertdialog] button')];
    click(asks.find((one) => one.textContent === 'Remove') ?? button('Remove'));
    await calm();

    expect(document.querySelector('[role=alertdialog]')).toBeNull();
    expect(group('Logo').querySelector('[role=alert]')?.textContent).toBe('Try again later.');
  });

  test("the page shows the profile's photo until it has its own", async () => {
    await open({ readProfile: { data: { ...NONE, personal_photo: '/_files/1/me.webp' } } });

    const shown = group('Photo on your public page').querySelector('img');
    expect(shown?.getAttribute('src')).toBe('/_files/1/me.webp');
    expect(group('Photo on your public page').textContent).toContain('Your profile photo is shown');
    act(() => void shown?.dispatchEvent(new Event('error')));
    expect(group('Photo on your public page').querySelector('.avatar')?.textContent).toBe('DW');
  });

  test('without a public page there is nothing of one', async () => {
    await open({}, false);
    expect([...document.querySelectorAll('fieldset')].map((one) => one.getAttribute('aria-label'))).toEqual([
      'Profile photo',
      'Logo',
    ]);
  });

  test('what can’t be loaded says so, and is loaded again', async () => {
    const { asked } = await open({
      readProfile: new ApiError('rejected', { code: 'failed', message: 'No answer.' }),
    });
    expect(document.querySelector('[role=alert]')?.textContent).toContain('No answer.');
    click(button('Try again'));
    await calm();
    expect(asked('readProfile')).toHaveLength(2);
  });
});
