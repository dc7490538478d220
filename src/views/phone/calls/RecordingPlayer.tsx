import { Pause, Play } from 'lucide-react';
import { useRef } from 'react';
import { readWaveform } from '#contract/phone.contract.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { type Place, usePlayer } from './use-player.ts';
import { useSeen } from '../dock/use-seen.ts';
import { placeText, Waveform } from './Waveform.tsx';
import './player.css';

interface RecordingPlayerProps {
  place: Place;
  /** Accessible name: "Call 11-21-2026 11.05.wav". */
  label: string;
}

/** The recording of a call: its waveform, with play, place and speed. */
export function RecordingPlayer({ place, label }: RecordingPlayerProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const params = { id: place.contactId, fileId: place.fileId };
  const waveform = useResource(readWaveform, useSeen(frame) ? { params } : null);
  const { seconds = 0, channels = [] } = waveform.data?.data ?? {};
  const player = usePlayer(audio, place, seconds);
  const isPlaying = player.state === 'playing';
  return (
    <div className="player" ref={frame}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written down what was said */}
      <audio ref={audio} src={player.url ?? undefined} preload="metadata" {...player.tells} />
      <IconButton
        icon={isPlaying ? Pause : Play}
        size="small"
        label={isPlaying ? `Pause ${label}` : `Play ${label}`}
        aria-busy={player.state === 'loading'}
        onClick={player.toggle}
      />
      <Waveform channels={channels} at={player.at} seconds={player.seconds} label={label} onSeek={player.seek} />
      <span className="num meta soft player-place">
        {player.seconds === 0 ? '' : placeText(player.at, player.seconds)}
      </span>
      <Button look="plain" size="small" aria-label={`Speed ${player.speed}, change`} onClick={player.faster}>
        <span className="num">{player.speed}×</span>
      </Button>
      {player.failure === '' ? null : (
        <span className="meta player-failure" role="alert">
          {player.failure} Press play to try again.
        </span>
      )}
    </div>
  );
}
