import { type EventObject, fromCallback, fromEventObservable, fromPromise, type NonReducibleUnknown } from 'xstate';

/**
 * A named hole in a machine: typed here, filled by `machine.provide()` in `src/actors/root.ts`.
 * Running a machine with an empty port fails loudly in the state that invoked it.
 */
export const promisePort = <Output, Input extends NonReducibleUnknown = undefined>(name: string) =>
  fromPromise<Output, Input>(() => Promise.reject(new Error(`port not provided: ${name}`)));

export const streamPort = <Event extends EventObject, Input extends NonReducibleUnknown = undefined>(name: string) =>
  fromEventObservable<Event, Input>(() => {
    throw new Error(`port not provided: ${name}`);
  });

/** A port that runs as long as its state and tells the machine facts by events. `Asked`: what the machine tells it. */
export const callbackPort = <Input extends NonReducibleUnknown = undefined, Asked extends EventObject = EventObject>(
  name: string,
) =>
  fromCallback<Asked, Input>(() => {
    throw new Error(`port not provided: ${name}`);
  });
