import type { DemoCommand } from '#contract/demo.contract.ts';

export interface DemoScenario {
  readonly name: string;
  /** What a tester sees. */
  readonly sentence: string;
  readonly steps: readonly DemoCommand[];
}

/** Troubles that have a name, for `bin/demo-world scenario` and the buttons of admins. */
export const DEMO_SCENARIOS: readonly DemoScenario[] = [
  {
    name: 'flaky-office',
    sentence: 'Two minutes of bad Wi-Fi: 200 ms late, give or take 100, and every connection torn each 20 s.',
    steps: [
      {
        do: 'break',
        line: 'browser',
        fault: 'delay',
        delay_ms: 200,
        jitter_ms: 100,
        cut_every_s: 20,
        seconds: 120,
      },
    ],
  },
  {
    name: 'train-tunnel',
    sentence: 'The browser hears nothing for 20 s, and nothing closes; then everything arrives.',
    steps: [{ do: 'break', line: 'browser', fault: 'blackhole', seconds: 20 }],
  },
  {
    name: 'lost-signal',
    sentence: 'Open connections die without a word for 30 s; new ones are fine. The page has to notice by itself.',
    steps: [{ do: 'break', line: 'browser', fault: 'half-open', seconds: 30 }],
  },
  {
    name: 'slow-database',
    sentence: 'Every answer of the database comes 400 ms late, for a minute.',
    steps: [{ do: 'break', line: 'database', fault: 'delay', delay_ms: 400, seconds: 60 }],
  },
  {
    name: 'database-gone',
    sentence: 'The server reaches no database for 15 s: it says so, and is back by itself.',
    steps: [{ do: 'break', line: 'database', fault: 'drop', seconds: 15 }],
  },
  {
    name: 'database-restart',
    sentence: 'The database stops in order and starts again, as an operator would do it.',
    steps: [{ do: 'restart', part: 'database' }],
  },
  {
    name: 'server-crash',
    sentence: 'Web and jobs die in the middle of their work; they start again by themselves.',
    steps: [
      { do: 'kill', part: 'jobs' },
      { do: 'kill', part: 'web' },
    ],
  },
  {
    name: 'year-end',
    sentence: 'The clock goes to December 31, two minutes before midnight.',
    steps: [{ do: 'clock', to: 'year-end' }],
  },
];

/** `null`: there is none of that name. */
export const demoScenarioOf = (name: string): DemoScenario | null =>
  DEMO_SCENARIOS.find((scenario) => scenario.name === name) ?? null;
