import type { DemoCommand } from '#contract/demo.contract.ts';

export interface DemoScenario {
  readonly name: string;
  /** Effect visible to a tester. */
  readonly sentence: string;
  readonly steps: readonly DemoCommand[];
}

/** Troubles that have a name, for `bin/demo-world scenario` and the buttons of admins. */
export const DEMO_SCENARIOS: readonly DemoScenario[] = [
  {
    name: 'flaky-office',
    sentence: 'Two minutes of bad Wi-Fi: 100–300 ms latency, and every connection drops every 20 s.',
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
    sentence: 'The browser receives nothing for 20 s while connections stay open. Then everything arrives.',
    steps: [{ do: 'break', line: 'browser', fault: 'blackhole', seconds: 20 }],
  },
  {
    name: 'lost-signal',
    sentence: 'Open connections fail silently for 30 s. New ones work. The page must detect it.',
    steps: [{ do: 'break', line: 'browser', fault: 'half-open', seconds: 30 }],
  },
  {
    name: 'slow-database',
    sentence: 'Every database reply takes 400 ms longer for one minute.',
    steps: [{ do: 'break', line: 'database', fault: 'delay', delay_ms: 400, seconds: 60 }],
  },
  {
    name: 'database-gone',
    sentence: "The server can't reach the database for 15 s. It reports this and recovers automatically.",
    steps: [{ do: 'break', line: 'database', fault: 'drop', seconds: 15 }],
  },
  {
    name: 'database-restart',
    sentence: 'The database shuts down cleanly and restarts, as in planned maintenance.',
    steps: [{ do: 'restart', part: 'database' }],
  },
  {
    name: 'server-crash',
    sentence: 'The server and job processes crash mid-work and restart automatically.',
    steps: [
      { do: 'kill', part: 'jobs' },
      { do: 'kill', part: 'web' },
    ],
  },
  {
    name: 'year-end',
    sentence: 'The clock moves to December 31, two minutes before midnight.',
    steps: [{ do: 'clock', to: 'year-end' }],
  },
];

/** `null`: there is none of that name. */
export const demoScenarioOf = (name: string): DemoScenario | null =>
  DEMO_SCENARIOS.find((scenario) => scenario.name === name) ?? null;
