/** One beat: which frequencies in hertz sound for how many milliseconds, and how long it is quiet then. */
interface Cadence {
  readonly hertz: readonly number[];
  readonly onMs: number;
  readonly offMs: number;
  readonly gain: number;
}

/**
 * North American frequencies and cadences, familiar to callers. The call-waiting tone is quieter, because someone is
 * talking.
 */
const CADENCES = {
  ringback: { hertz: [440, 480], onMs: 2_000, offMs: 4_000, gain: 0.06 },
  incoming: { hertz: [740, 880, 932], onMs: 900, offMs: 1_600, gain: 0.12 },
  waiting: { hertz: [440], onMs: 300, offMs: 9_700, gain: 0.03 },
  busy: { hertz: [480, 620], onMs: 500, offMs: 500, gain: 0.06 },
} as const satisfies Record<string, Cadence>;

/** Source: ITU-T Q.23. */
const ROWS = [697, 770, 852, 941] as const;
const COLUMNS = [1209, 1336, 1477] as const;
const KEYS = '123456789*0#';
const KEY_MS = 120;
/** Milliseconds in which a tone swells and fades: without them it clicks. */
const EDGE_MS = 12;

export interface Tones {
  /** One at a time; `null` is quiet. */
  readonly play: (tone: keyof typeof CADENCES | null) => void;
  readonly press: (key: string) => void;
  readonly useOutput: (id: string) => void;
  readonly close: () => void;
}

/** Tones generated in the browser, without downloads. A browser that requires a user gesture stays quiet until one. */
export function createTones(makeContext = () => new AudioContext()): Tones {
  let context: AudioContext | null = null;
  let playing: keyof typeof CADENCES | null = null;
  let beat: ReturnType<typeof setTimeout> | undefined;
  let sounding: GainNode | null = null;
  let output: string | null = null;

  const sound = (hertz: readonly number[], ms: number, loudness: number) => {
    context ??= makeContext();
    if (output !== null) sendTo(context, output);
    if (context.state === 'suspended') void context.resume();
    const gain = new GainNode(context, { gain: 0 });
    const [start, end] = [context.currentTime, context.currentTime + ms / 1_000];
    gain.gain.setTargetAtTime(loudness, start, EDGE_MS / 3_000);
    gain.gain.setTargetAtTime(0, end - EDGE_MS / 1_000, EDGE_MS / 3_000);
    gain.connect(context.destination);
    for (const frequency of hertz) {
      const oscillator = new OscillatorNode(context, { frequency });
      oscillator.connect(gain);
      oscillator.start(start);
      oscillator.stop(end);
    }
    return gain;
  };

  const play = (tone: keyof typeof CADENCES | null) => {
    if (tone === playing) return;
    playing = tone;
    clearTimeout(beat);
    sounding?.disconnect();
    sounding = null;
    if (tone === null) return;
    const { hertz, onMs, offMs, gain } = CADENCES[tone];
    const next = () => {
      sounding = sound(hertz, onMs, gain);
      beat = setTimeout(next, onMs + offMs);
    };
    next();
  };

  return {
    play,
    press: (key) => {
      const at = KEYS.indexOf(key === '+' ? '0' : key);
      const [row, column] = [ROWS[Math.floor(at / 3)], COLUMNS[at % 3]];
      if (at >= 0 && row && column) sound([row, column], KEY_MS, 0.08);
    },
    useOutput: (id) => {
      output = id;
    },
    close: () => {
      play(null);
      void context?.close();
      context = null;
    },
  };
}

/** Works in Chromium; other browsers use the default output. */
function sendTo(context: AudioContext, id: string): void {
  const { setSinkId } = context as AudioContext & { setSinkId?: (id: string) => Promise<void> };
  if (setSinkId) void setSinkId.call(context, id === 'default' ? '' : id).catch(() => undefined);
}
