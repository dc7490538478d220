import { expect, test } from 'vitest';
import { WorkMeter } from '../../server/jobs/work-meter.ts';

test('the rate is that of the last five seconds of work', () => {
  let now = 0;
  const meter = new WorkMeter(() => now);
  const after = (ms: number, rows: number) => {
    now += ms;
    return meter.add(rows);
  };

  expect([after(1_000, 5_000), after(1_000, 1_000), after(8_000, 4_000), after(1_000, 500)]).toEqual([
    { rate: 5_000, elapsed: 1_000 },
    { rate: 3_000, elapsed: 1_000 },
    { rate: 500, elapsed: 8_000 },
    { rate: 500, elapsed: 1_000 },
  ]);
});
