/** Milliseconds between two looks. */
const LOOK_MS = 500;
/** Looks without sound after which a leg is dead. Ours: 15 seconds, in which a browser can find another way. */
const SILENT_LOOKS = 30;

interface Watched {
  /** False while the side isn't talking: it isn't answered, or its browser is away. */
  readonly isOn: () => boolean;
  /** Returns whether audio arrived in the last milliseconds: a browser always sends some, also when muted. */
  readonly isHeard: (ms: number) => boolean;
  readonly onSilent: () => void;
}

/**
 * Reports once that a browser has sent no audio for 15 seconds. Looks are counted, not time: a process that stood still
 * hears what waits before it judges. Returns how to stop.
 */
export function watchSound({ isOn, isHeard, onSilent }: Watched): () => void {
  let silent = 0;
  const timer = setInterval(() => {
    silent = isOn() && !isHeard(2 * LOOK_MS) ? silent + 1 : 0;
    if (silent < SILENT_LOOKS) return;
    clearInterval(timer);
    onSilent();
  }, LOOK_MS);
  return () => clearInterval(timer);
}
