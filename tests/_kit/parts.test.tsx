import { act } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { Button } from '../../src/views/_kit/controls/Button.tsx';
import { ErrorPanel } from '../../src/views/_kit/states/ErrorPanel.tsx';
import { ErrorScreen } from '../../src/views/_kit/states/ErrorScreen.tsx';
import { Freshness } from '../../src/views/_kit/states/Freshness.tsx';
import { Anchor, AnchorProvider } from '../../src/views/_kit/display/Link.tsx';
import { Progress } from '../../src/views/_kit/states/Progress.tsx';
import { Sum } from '../../src/views/_kit/display/Sum.tsx';
import { TextField } from '../../src/views/_kit/controls/TextField.tsx';
import { initialsOf } from '../../src/views/_kit/display/Avatar.tsx';
import { click, mount, only } from './mount.ts';

describe('a button', () => {
  test('takes no second click while it is busy, and keeps the focus', () => {
    const onClick = vi.fn();
    const render = mount(<Button onClick={onClick}>Save</Button>);
    only('button').focus();

    render(
      <Button busy onClick={onClick}>
        Save
      </Button>,
    );
    click(only('button'));

    expect(onClick).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(only('button'));
  });

  test('that is refused says why and does nothing', () => {
    const onClick = vi.fn();
    mount(
      <Button refusal="Pause first" onClick={onClick}>
        Undo
      </Button>,
    );

    click(only('button'));

    expect(onClick).not.toHaveBeenCalled();
    expect([only('button').textContent, only('button').getAttribute('aria-disabled')]).toEqual([
      'Undo, Pause first',
      'true',
    ]);
  });

  test('that is busy submits no form', () => {
    const onSubmit = vi.fn((event: { preventDefault(): void }) => event.preventDefault());
    mount(
      <form onSubmit={onSubmit}>
        <Button type="submit" busy>
          Save
        </Button>
      </form>,
    );

    click(only('button'));

    expect(onSubmit).not.toHaveBeenCalled();
  });
});

test('a field in error reads its reason with the input', () => {
  mount(<TextField label="Mobile" hint="Eleven digits" error="Has 10 digits, needs 11" />);

  const input = only<HTMLInputElement>('input');
  expect(input.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Has 10 digits, needs 11',
  );
  expect(input.labels?.[0]?.textContent).toBe('Mobile');
});

describe('progress', () => {
  const values = () =>
    ['aria-valuenow', 'aria-valuemax', 'aria-valuetext'].map((name) => only('[role=progressbar]').getAttribute(name));

  test('says how far it is, in numbers and in words', () => {
    mount(<Progress label="Rows" done={8412} total={12_431} text="8,412 of 12,431 rows" />);

    expect(values()).toEqual(['8412', '12431', '8,412 of 12,431 rows']);
  });

  test('claims no share while the total is unknown', () => {
    mount(<Progress label="Rows" done={12} total={null} text="Reading the file" />);

    expect(values()).toEqual([null, null, 'Reading the file']);
  });

  test('of nothing that is done is whole', () => {
    mount(<Progress label="Rows" done={0} total={0} state="done" text="0 of 0 rows" />);

    expect(only('[role=progressbar] i').style.getPropertyValue('--v')).toBe('100.00%');
  });
});

test('the sum adds up to done, and what is left to go', () => {
  mount(<Sum counts={{ created: 6918, updated: 1102, skipped: 331, problems: 61, total: 12_431 }} />);

  expect([...document.querySelectorAll('dd')].map((part) => part.textContent?.replace(/^[+=]/u, ''))).toEqual([
    '6,918',
    '1,102',
    '331',
    '61',
    '8,412',
    '4,019',
  ]);
});

test('the error screen speaks the words of the specification', () => {
  mount(<ErrorScreen onReload={() => {}} home={{ href: '/', label: 'Go to Contacts' }} />);

  expect([only('h1').textContent, only('.soft').textContent]).toEqual([
    'An Error Occurred',
    "The application detected an error, and it's been reported to the application development team.",
  ]);
});

test('an error panel shows the request that failed, and copies its id', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('navigator', { clipboard: { writeText } });
  const render = mount(<ErrorPanel title="Couldn't load list" requestId="req-1" />);

  await act(async () => click(only('button')));
  expect([only('code').textContent, only('button').textContent]).toEqual(['req-1', 'Copied']);
  expect(writeText.mock.calls).toEqual([['req-1']]);

  render(<ErrorPanel title="Couldn't load list" requestId={null} />);
  expect(document.querySelector('code')).toBe(null);
  vi.unstubAllGlobals();
});

test('freshness is said in words', () => {
  const render = mount(<Freshness state={{ is: 'live' }} />);
  const said = [only('output').textContent];
  render(<Freshness state={{ is: 'catchingUp' }} />);
  said.push(only('output').textContent);
  render(<Freshness state={{ is: 'stale', since: '1:58 PM' }} />);
  said.push(only('output').textContent);

  expect(said).toEqual(['Live', 'Catching up', 'Offline since 1:58 PM']);
});

test('links go through the router that the app gives', () => {
  mount(
    <AnchorProvider render={({ href, children }) => <a href={`/base${href}`}>{children}</a>}>
      <Anchor href="/contacts">Contacts</Anchor>
    </AnchorProvider>,
  );

  expect(only('a').getAttribute('href')).toBe('/base/contacts');
});

test('initials are those of the first and the last word', () => {
  expect(['Dana Whitfield', 'Marguerite van der Prescott', 'Ángel', ''].map(initialsOf)).toEqual(['DW', 'MP', 'Á', '']);
});
