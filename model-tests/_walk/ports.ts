import { type AnyActorLogic, fromPromise } from 'xstate';

/** Ports that wait for the model to say how they end. */
export interface HeldPorts {
  /** Takes the place of any port; it runs until `done` or `failed` says its name. */
  readonly hold: <Logic extends AnyActorLogic>(name: string) => Logic;
  readonly done: (name: string, output?: unknown) => void;
  readonly failed: (name: string, error?: unknown) => void;
}

interface Held {
  readonly resolve: (output: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export function heldPorts(): HeldPorts {
  const running = new Map<string, Held>();
  const take = (name: string): Held => {
    const held = running.get(name);
    if (held === undefined) throw new Error(`the port ${name} does not run`);
    running.delete(name);
    return held;
  };
  return {
    hold: <Logic extends AnyActorLogic>(name: string) =>
      fromPromise(
        () => new Promise<unknown>((resolve, reject) => void running.set(name, { resolve, reject })),
      ) as unknown as Logic,
    done: (name, output) => take(name).resolve(output),
    failed: (name, error = new Error(`${name} failed`)) => take(name).reject(error),
  };
}
