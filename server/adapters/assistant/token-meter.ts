/** Characters of a token. Source: OpenAI's rule of thumb for English. */
const CHARACTERS = 4;

/** Cost of a conversation so far: as reported, otherwise estimated from its length. */
export interface Meter {
  /** A request was taken, with so many characters. */
  open(characters: number): void;
  /** So many characters came. */
  hear(characters: number): void;
  /** The answer is complete. `undefined`: no cost reported. */
  close(reported: number | undefined): void;
  tokens(): number;
}

export function createMeter(): Meter {
  let spent = 0;
  let characters = 0;
  const guess = () => Math.ceil(characters / CHARACTERS);
  return {
    open: (sent) => {
      characters += sent;
    },
    hear: (came) => {
      characters += came;
    },
    close: (reported) => {
      spent += reported || guess();
      characters = 0;
    },
    tokens: () => spent + guess(),
  };
}
