import { type RefObject, useEffect, useRef, useState } from 'react';
import { previewFile } from '#contract/files.contract.ts';
import { useSubmit } from '../../_base/use-submit.ts';

/** Playback rates. Our choice. */
const SPEEDS = [1, 1.25, 1.5, 2] as const;

export interface Place {
  readonly contactId: number;
  readonly fileId: number;
}

export interface Player {
  /** `null`: nothing is loaded yet. */
  readonly url: string | null;
  readonly state: 'still' | 'loading' | 'playing';
  /** One sentence; empty: nothing is wrong. */
  readonly failure: string;
  /** Seconds. */
  readonly at: number;
  readonly seconds: number;
  readonly speed: number;
  toggle(): void;
  seek(seconds: number): void;
  faster(): void;
  /** Events of the audio element. */
  readonly tells: Readonly<
    Record<'onPlay' | 'onPause' | 'onEnded' | 'onTimeUpdate' | 'onLoadedMetadata' | 'onError', () => void>
  >;
}

/**
 * Plays a call recording. Its address is requested on the first play, and again when it has expired; only one player on
 * a page is audible.
 */
export function usePlayer(
  audio: RefObject<HTMLAudioElement | null>,
  { contactId, fileId }: Place,
  lasting: number,
): Player {
  const [url, setUrl] = useState<string | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [failure, setFailure] = useState('');
  const [at, setAt] = useState(0);
  const [length, setLength] = useState<number | null>(null);
  const [speed, setSpeed] = useState<number>(SPEEDS[0]);
  /** A fresh address was requested, and nothing has played since. */
  const triedAgain = useRef(false);
  const place = useSubmit(previewFile, {
    onDone: ({ data }) => setUrl(data.url),
    onFailed: (error) => setFailure(error.message),
  });
  const seconds = length ?? lasting;

  const start = () => {
    const element = audio.current;
    if (element === null) return;
    if (Math.abs(element.currentTime - at) > 0.5) element.currentTime = at;
    element.playbackRate = speed;
    element.play().catch(() => undefined);
  };
  const load = () => {
    setFailure('');
    place.submit({ params: { id: contactId, fileId } });
  };

  // A new address is played from where the last one stopped.
  useEffect(() => {
    if (url !== null) start();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what changes meanwhile starts nothing
  }, [url]);

  useEffect(() => {
    const hush = ({ target }: Event) => {
      if (target !== audio.current) audio.current?.pause();
    };
    document.addEventListener('play', hush, true);
    return () => document.removeEventListener('play', hush, true);
  }, [audio]);

  const seek = (to: number) => {
    const next = Math.min(Math.max(0, to), seconds);
    setAt(next);
    if (audio.current !== null && url !== null) audio.current.currentTime = next;
  };
  return {
    url,
    state: isPlaying ? 'playing' : place.state === 'submitting' ? 'loading' : 'still',
    failure,
    at,
    seconds,
    speed,
    toggle: () => {
      if (isPlaying) audio.current?.pause();
      else if (url === null || failure !== '') load();
      else start();
    },
    seek,
    faster: () => {
      const next = SPEEDS[(SPEEDS.findIndex((one) => one === speed) + 1) % SPEEDS.length] ?? 1;
      setSpeed(next);
      if (audio.current !== null) audio.current.playbackRate = next;
    },
    tells: {
      onPlay: () => {
        triedAgain.current = false;
        setPlaying(true);
      },
      onPause: () => setPlaying(false),
      onEnded: () => setAt(0),
      onTimeUpdate: () => setAt(audio.current?.currentTime ?? 0),
      onLoadedMetadata: () => {
        const known = audio.current?.duration ?? Number.NaN;
        if (Number.isFinite(known)) setLength(known);
      },
      onError: () => {
        setPlaying(false);
        if (triedAgain.current) return setFailure("Couldn't play the recording.");
        triedAgain.current = true;
        load();
      },
    },
  };
}
