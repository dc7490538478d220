import { fromPromise } from 'xstate';
import { previewFile } from '#contract/files.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import { playerMachine, type RecordingFile } from '../../machines/phone/player.machine.ts';

/** The player of a recording over the server, which gives addresses that expire. */
export const composePlayer = (api: ApiClient) => ({
  recordingPlayer: playerMachine.provide({
    actors: {
      askAddress: fromPromise<string, RecordingFile>(async ({ input: { contactId: id, fileId }, signal }) => {
        const { url } = (await api.call(previewFile, { params: { id, fileId }, signal })).data;
        return url ?? '';
      }),
    },
  }),
});
