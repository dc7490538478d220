import { storedHint } from './stored-hint.ts';

/** Device ids as this browser knows them; `null`: the browser's default. */
export interface AudioChoice {
  readonly input: string | null;
  readonly output: string | null;
}

const choiceOf = (stored: unknown): AudioChoice => {
  const { input, output } = Object(stored) as Readonly<Record<string, unknown>>;
  const idOf = (id: unknown) => (typeof id === 'string' ? id : null);
  return { input: idOf(input), output: idOf(output) };
};

/** Microphone and speaker for calls in this browser. */
export const audioChoice = storedHint('audio', 1, { safeParse: (stored) => ({ data: choiceOf(stored) }) });
