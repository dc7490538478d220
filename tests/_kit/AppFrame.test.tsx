import { Users } from 'lucide-react';
import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { brands } from '../../src/brands/brand.ts';
import { AppFrame } from '../../src/views/_frame/AppFrame.tsx';
import { DEFAULT_DISPLAY } from '../../src/views/_frame/display-options.ts';
import { DisplayOptionsForm } from '../../src/views/_frame/DisplayOptionsForm.tsx';
import { PageBar } from '../../src/views/_frame/PageBar.tsx';
import { click, mount, only } from './mount.ts';

const frame = (
  <AppFrame
    brand={brands.talentpath}
    nav={[
      { key: 'contacts', label: 'Contacts', href: '/contacts', icon: Users, current: true, count: '4' },
      { key: 'campaigns', label: 'Campaigns', href: '/campaigns', icon: Users, locked: 'Needs the premium plan' },
    ]}
    person={{ name: 'Dana Whitfield', detail: 'Recruiter, Tampa' }}
    display={DEFAULT_DISPLAY}
    onDisplayChange={() => {}}
    onSearch={() => {}}
    onSignOut={() => {}}
    freshness={<span id="freshness" />}
    banner={<div id="banner" />}
  >
    <PageBar title="Contacts" scope="Mine" />
    <p id="page" />
  </AppFrame>
);

describe('the frame', () => {
  test('marks the current page and says why another is locked', () => {
    mount(frame);

    expect(only('.nav [aria-current=page]').getAttribute('href')).toBe('/contacts');
    expect(only('.nav .locked').textContent).toBe('Campaigns, locked: Needs the premium plan');
  });

  test('lets the keyboard skip to the page', () => {
    mount(frame);

    const skip = only<HTMLAnchorElement>('.skip');
    expect(document.querySelector('a')).toBe(skip);
    expect(only(skip.getAttribute('href') ?? '').tagName).toBe('MAIN');
  });

  test('puts freshness into the page bar and the banner between bar and page', () => {
    mount(frame);

    expect(only('.topbar #freshness')).toBeTruthy();
    expect([...only('main').children].map((part) => part.id || part.className)).toEqual(['topbar', 'banner', 'page']);
  });
});

test('a page bar works without a frame', () => {
  mount(<PageBar title="Contacts" />);

  expect(only('header').textContent).toBe('Contacts');
  expect(document.querySelector('button')).toBeNull();
});

test('display options change one thing and keep the others', () => {
  const onChange = vi.fn();
  mount(<DisplayOptionsForm options={{ size: 'large', primary: 'pink', background: 'dark' }} onChange={onChange} />);

  const choices = [...document.querySelectorAll<HTMLLabelElement>('label')];
  for (const words of ['Small', 'Orange', 'Default']) {
    const label = choices.findLast((choice) => choice.textContent === words);
    act(() => label?.querySelector('input')?.click());
  }

  expect(onChange.mock.calls).toEqual([
    [{ size: 'small', primary: 'pink', background: 'dark' }],
    [{ size: 'large', primary: 'orange', background: 'dark' }],
    [{ size: 'large', primary: 'pink', background: 'default' }],
  ]);
});

test('a chosen option is the ticked one', () => {
  mount(<DisplayOptionsForm options={DEFAULT_DISPLAY} onChange={() => {}} />);

  const ticked = [...document.querySelectorAll<HTMLInputElement>('input')].filter(({ checked }) => checked);
  expect(ticked.map((input) => input.closest('label')?.textContent)).toEqual(['Default', 'Brand', 'Default']);
});

test('search opens from the rail', () => {
  const onSearch = vi.fn();
  mount(
    <AppFrame
      brand={brands.bellwether}
      nav={[]}
      person={{ name: 'Dana Whitfield', detail: 'Agent' }}
      display={DEFAULT_DISPLAY}
      onDisplayChange={() => {}}
      onSearch={onSearch}
      onSignOut={() => {}}
    >
      <p />
    </AppFrame>,
  );

  click(only('.find'));

  expect(onSearch).toHaveBeenCalledTimes(1);
});
