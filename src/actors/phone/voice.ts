import { fromCallback } from 'xstate';
import type { VoiceAsk, VoiceConfig, VoiceFact } from '../../machines/phone/voice-port.ts';
import type { Level } from './phone-handle.ts';
import { watchMicrophone } from './microphone.ts';
import type { LineWorld, VoiceLine } from './sdk-line.ts';
import type { Tones } from './tones.ts';

export interface VoiceWorld {
  readonly location: Pick<Location, 'protocol' | 'host'>;
  readonly onPageHide: LineWorld['onPageHide'];
  readonly pageAge: LineWorld['pageAge'];
  readonly tones: Tones;
  readonly tellLevel: (level: Level) => void;
}

/** Fills `voice`: the SDK is a separate chunk that loads only where a device is allowed; commands wait for it. */
export const createVoice = ({ tellLevel, tones, ...page }: VoiceWorld) =>
  fromCallback<VoiceAsk, VoiceConfig>(({ input, receive, sendBack }) => {
    let line: VoiceLine | null = null;
    let isOver = false;
    const asked: VoiceAsk[] = [];
    const tell = (fact: VoiceFact) => {
      if (!isOver) sendBack(fact);
    };
    const microphone = watchMicrophone(tell);
    receive((ask) => {
      if (line) line.ask(ask);
      else asked.push(ask);
    });
    void import('./sdk-line.ts').then(
      ({ openSdkLine }) => {
        if (isOver) return;
        line = openSdkLine(input, { tell, tellLevel, microphone, tones, ...page });
        for (const ask of asked.splice(0)) line.ask(ask);
      },
      () => tell({ type: 'voice.failed', step: 'dialer', reason: 'unknown', code: null }),
    );
    return () => {
      isOver = true;
      line?.close();
      microphone.stop();
    };
  });
