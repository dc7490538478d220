import type { DemoCommand } from '#contract/demo.contract.ts';

/** What every group of buttons needs. */
export interface Commanding {
  /** Under way now; `null`: nothing. */
  readonly busy: DemoCommand | null;
  readonly command: (command: DemoCommand) => void;
}

/** Whether just this one is under way. */
export const isSame = (one: DemoCommand | null, other: DemoCommand): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
