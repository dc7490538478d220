import type { FastifyInstance } from 'fastify';
import * as phone from '#contract/phone.contract.ts';
import type { Deps } from '../../../deps.ts';
import { bind } from '../../../http/bind.ts';
import * as recording from './recording.service.ts';
import { readWaveform } from './waveform.service.ts';

export function recordingRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, phone.deviceStartDisclaimerPrompt, async (call) => ({
    data: await recording.startDisclaimer(deps, call, call.body.call_id),
  }));
  bind(app, phone.deviceResumeCallRecording, async (call) => ({
    data: await recording.resumeRecording(deps, call, call.body.call_id),
  }));
  bind(app, phone.devicePauseCallRecording, async (call) => ({
    data: await recording.pauseRecording(deps, call, call.body.call_id),
  }));
  bind(app, phone.deviceStopCallRecording, async (call) => ({
    data: await recording.stopRecording(deps, call, call.body.call_id),
  }));
  bind(app, phone.answerRecordingConsent, async (call) => ({
    data: await recording.answerConsent(deps, call, call.body.call_id, call.body.agreed),
  }));
  bind(app, phone.readWaveform, async ({ identity, params }) => ({
    data: await readWaveform(deps, identity, { contactId: params.id, fileId: params.fileId }),
  }));
}
