import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { TabLinks, Tabs } from '../../src/views/_kit/display/Tabs.tsx';
import { mount, only, press } from './mount.ts';

const ITEMS = [
  { key: 'notes', label: 'Notes' },
  { key: 'calls', label: 'Calls' },
  { key: 'files', label: 'Files' },
];

function Sample() {
  const [current, setCurrent] = useState('notes');
  return (
    <Tabs label="Timeline" items={ITEMS} current={current} onSelect={setCurrent}>
      <p>{current}</p>
    </Tabs>
  );
}

const selected = () => only('[role=tab][aria-selected=true]');

describe('tabs', () => {
  test.each([
    ['ArrowRight', 'Calls'],
    ['ArrowLeft', 'Files'],
    ['End', 'Files'],
  ])('%s selects %s, moves the focus and shows its panel', (key, label) => {
    mount(<Sample />);

    press(selected(), key);

    expect(selected().textContent).toBe(label);
    expect(document.activeElement).toBe(selected());
    expect(only('[role=tabpanel]').textContent).toBe(label.toLowerCase());
  });

  test('ArrowRight on the last goes to the first', () => {
    mount(<Sample />);

    press(selected(), 'End');
    press(selected(), 'ArrowRight');

    expect(selected().textContent).toBe('Notes');
  });

  test('take one stop of the Tab key', () => {
    mount(<Sample />);

    const stops = [...document.querySelectorAll<HTMLElement>('[role=tab]')].filter(({ tabIndex }) => tabIndex === 0);
    expect(stops).toEqual([selected()]);
  });

  test('name their panel', () => {
    mount(<Sample />);

    expect(only('[role=tabpanel]').getAttribute('aria-labelledby')).toBe(selected().id);
    expect(selected().getAttribute('aria-controls')).toBe(only('[role=tabpanel]').id);
  });
});

test('tabs that are pages are links with the current one marked', () => {
  const items = ITEMS.map((item) => ({ ...item, href: `/${item.key}` }));
  mount(<TabLinks label="Views" items={items} current="calls" />);

  expect(only('nav [aria-current=page]').getAttribute('href')).toBe('/calls');
});
