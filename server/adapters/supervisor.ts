import type { DemoCommand, DemoWorld } from '#contract/demo.contract.ts';
import { Refusal } from '../errors.ts';

/** The process above this one, as far as the demo world needs it. */
export interface Supervisor {
  status(): Promise<DemoWorld>;
  /** Answers what happens, shortly before it does. @throws {Refusal} with the reason why not. */
  command(command: DemoCommand): Promise<string>;
}

/** Request of a child process; without a command, a status query. */
export interface SupervisorQuestion {
  readonly type: 'demo.ask';
  readonly id: number;
  readonly command: DemoCommand | null;
}

export interface SupervisorAnswer {
  readonly type: 'demo.answer';
  readonly id: number;
  readonly world?: DemoWorld;
  readonly sentence?: string;
  /** Absent: it was not refused. */
  readonly refusal?: string;
}

/** Milliseconds that an answer may take. Ours: the supervisor only looks around. */
const ANSWER_MS = 3_000;

/** Asks over the channel between the processes. `null`: this one was started alone. */
export function supervisorAbove(): Supervisor | null {
  if (process.send === undefined) return null;
  const open = new Map<number, (answer: SupervisorAnswer) => void>();
  let last = 0;
  process.on('message', (message: SupervisorAnswer) => {
    if (message.type === 'demo.answer') open.get(message.id)?.(message);
  });
  const ask = (command: DemoCommand | null) =>
    new Promise<SupervisorAnswer>((done, refuse) => {
      last += 1;
      const id = last;
      const timer = setTimeout(() => {
        open.delete(id);
        refuse(new Refusal('unavailable', 'The supervisor does not answer.', { retryAfter: 2 }));
      }, ANSWER_MS);
      open.set(id, (answer) => {
        clearTimeout(timer);
        open.delete(id);
        if (answer.refusal === undefined) done(answer);
        else refuse(new Refusal('conflict', answer.refusal));
      });
      process.send?.({ type: 'demo.ask', id, command } satisfies SupervisorQuestion);
    });
  return {
    status: async () => {
      const { world } = await ask(null);
      if (world === undefined) throw new Error('The supervisor has answered nothing.');
      return world;
    },
    command: async (command) => (await ask(command)).sentence ?? '',
  };
}
