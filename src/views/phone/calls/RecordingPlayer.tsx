import { useSelector } from '@xstate/react';
import { Pause, Play } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Actor } from 'xstate';
import { readWaveform } from '#contract/phone.contract.ts';
import type { PlayerFailure, playerMachine, RecordingFile } from '../../../machines/phone/player.machine.ts';
import { useEmitted } from '../../_base/use-emitted.ts';
import { usePageMachine } from '../../_base/use-page-machine.ts';
import { usePageMachines } from '../../_base/use-page-machines.ts';
import { useResource } from '../../_base/use-resource.ts';
import { useTold } from '../../_base/use-told.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { useSeen } from '../dock/use-seen.ts';
import { placeText, Waveform } from './Waveform.tsx';
import './player.css';

interface RecordingPlayerProps {
  file: RecordingFile;
  /** Accessible name: "Call 11-21-2026 11.05.wav". */
  label: string;
}

const failureText = (failure: PlayerFailure): string =>
  failure.kind === 'refused' ? failure.message : "Couldn't play the recording.";

/** The recording of a call: its waveform, with play, place and speed. */
export function RecordingPlayer({ file, label }: RecordingPlayerProps) {
  const frame = useRef<HTMLDivElement>(null);
  const params = { id: file.contactId, fileId: file.fileId };
  const waveform = useResource(readWaveform, useSeen(frame) ? { params } : null).data?.data;
  const actor = usePageMachine(usePageMachines().recordingPlayer, { input: { file } });
  const snapshot = useSelector(actor, (now) => now);
  const { at, seconds, speed, failure } = snapshot.context;
  const isPlaying = snapshot.hasTag('playing');
  const sound = useSound(actor);
  useTold(actor, waveform ? { type: 'player.lasts', seconds: waveform.seconds } : null);
  return (
    <div className="player" ref={frame}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written down what was said */}
      <audio preload="metadata" {...sound} />
      <IconButton
        icon={isPlaying ? Pause : Play}
        size="small"
        label={isPlaying ? `Pause ${label}` : `Play ${label}`}
        aria-busy={snapshot.hasTag('loading')}
        onClick={() => actor.send({ type: 'player.toggle' })}
      />
      <Waveform
        channels={waveform?.channels ?? []}
        at={at}
        seconds={seconds}
        label={label}
        onSeek={(to) => actor.send({ type: 'player.goTo', at: to })}
      />
      <span className="num meta soft player-place">{seconds === 0 ? '' : placeText(at, seconds)}</span>
      <Button
        look="plain"
        size="small"
        aria-label={`Speed ${speed}, change`}
        onClick={() => actor.send({ type: 'player.faster' })}
      >
        <span className="num">{speed}×</span>
      </Button>
      {failure === null ? null : (
        <span className="meta player-failure" role="alert">
          {failureText(failure)} Press play to try again.
        </span>
      )}
    </div>
  );
}

/** Has an audio element do what the machine asks, and report what it does. Returns the element's attributes. */
function useSound(actor: Actor<typeof playerMachine>) {
  const audio = useRef<HTMLAudioElement>(null);
  useEmitted(actor, 'sound.play', ({ address, at, speed }) => {
    const element = audio.current;
    if (element === null) return;
    // The same address again loads again only where it failed.
    if (element.getAttribute('src') !== address || element.error !== null) element.src = address;
    if (Math.abs(element.currentTime - at) > 0.5) element.currentTime = at;
    element.playbackRate = speed;
    element.play().catch(() => undefined);
  });
  useEmitted(actor, 'sound.pause', () => audio.current?.pause());
  useEmitted(actor, 'sound.goTo', ({ at }) => {
    if (audio.current !== null) audio.current.currentTime = at;
  });
  useEmitted(actor, 'sound.pace', ({ speed }) => {
    if (audio.current !== null) audio.current.playbackRate = speed;
  });
  useEffect(() => {
    const hear = ({ target }: Event) => {
      if (target !== audio.current) actor.send({ type: 'sound.elsewhere' });
    };
    document.addEventListener('play', hear, true);
    return () => document.removeEventListener('play', hear, true);
  }, [actor]);
  return {
    ref: audio,
    onPlay: () => actor.send({ type: 'sound.played' }),
    onPause: () => actor.send({ type: 'sound.paused' }),
    onEnded: () => actor.send({ type: 'sound.ended' }),
    onTimeUpdate: () => actor.send({ type: 'sound.moved', at: audio.current?.currentTime ?? 0 }),
    onLoadedMetadata: () => {
      const seconds = audio.current?.duration ?? Number.NaN;
      if (Number.isFinite(seconds)) actor.send({ type: 'sound.measured', seconds });
    },
    onError: () => actor.send({ type: 'sound.failed' }),
  };
}
