import { storedHint } from './stored-hint.ts';

/** Ids of devices, as this browser knows them; `null`: whatever the browser takes. */
export interface AudioChoice {
  readonly input: string | null;
  readonly output: string | null;
}

const choiceOf = (stored: unknown): AudioChoice => {
  const { input, output } = Object(stored) as Readonly<Record<string, unknown>>;
  const idOf = (id: unknown) => (typeof id === 'string' ? id : null);
  return { input: idOf(input), output: idOf(output) };
};

/** Which microphone and speaker calls use here. */
export const audioChoice = storedHint('audio', 1, { safeParse: (stored) => ({ data: choiceOf(stored) }) });
