import type { DemoCommand } from '#contract/demo.contract.ts';

/** Props of every button group. */
export interface Commanding {
  /** Under way now; `null`: nothing. */
  readonly busy: DemoCommand | null;
  readonly command: (command: DemoCommand) => void;
}

/** True when this command is running. */
export const isSame = (one: DemoCommand | null, other: DemoCommand): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
