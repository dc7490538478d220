import { describe, expect, test } from 'vitest';
import { readArguments } from '../../bin/demo-world-arguments.ts';
import { HELP } from '../../bin/demo-world-help.ts';
import { DEMO_SCENARIOS } from '../../src/rules/access/demo-scenarios.ts';

const commandOf = (line: string) => {
  const asked = readArguments(line.split(' '));
  return asked.what === 'command' ? asked.command : asked.what;
};

test.each([
  ['status', 'status'],
  ['clock', 'clock'],
  ['--help', 'help'],
  ['clock +2 days', { do: 'clock', to: '+2 days' }],
  ['clock -3 hours', { do: 'clock', to: '-3 hours' }],
  ['clock 2027-01-15 09:00', { do: 'clock', to: '2027-01-15 09:00' }],
  ['drop database --for 5', { do: 'break', line: 'database', fault: 'drop', seconds: 5 }],
  ['half-open browser', { do: 'break', line: 'browser', fault: 'half-open' }],
  [
    'delay browser --ms 300 --jitter 200 --rate 20000 --cut-every 20 --for 120',
    {
      do: 'break',
      line: 'browser',
      fault: 'delay',
      delay_ms: 300,
      jitter_ms: 200,
      bytes_per_s: 20_000,
      cut_every_s: 20,
      seconds: 120,
    },
  ],
  ['cut browser', { do: 'cut', line: 'browser' }],
  ['heal', { do: 'heal' }],
  ['heal database', { do: 'heal', line: 'database' }],
  ['bench off', { do: 'bench', to: 'off' }],
  ['kill web', { do: 'kill', part: 'web' }],
  ['pause jobs --for 10', { do: 'pause', part: 'jobs', seconds: 10 }],
  ['scenario train-tunnel', { do: 'scenario', name: 'train-tunnel' }],
])('"%s" is understood', (line, asked) => {
  expect(commandOf(line)).toEqual(asked);
});

test('nothing at all asks for help', () => {
  expect(readArguments([])).toEqual({ what: 'help' });
});

describe('a reset', () => {
  test.each([
    ['reset', false],
    ['reset --yes', true],
  ])('"%s" is sure: %s', (line, isSure) => {
    expect(readArguments(line.split(' '))).toEqual({
      what: 'command',
      command: { do: 'reset', confirm: 'reset' },
      isSure,
    });
  });
});

test.each([
  'explode',
  'drop',
  'drop printer',
  'drop browser --for 601',
  'pause database',
  'kill web jobs',
  'delay browser --ms x',
])('"%s" is unknown', (line) => {
  expect(() => readArguments(line.split(' '))).toThrow(`Unknown command: ${line}. See bin/demo-world --help.`);
});

test('the help tells of every scenario', () => {
  expect(DEMO_SCENARIOS.filter(({ name, sentence }) => !HELP.includes(name) || !HELP.includes(sentence))).toEqual([]);
});
