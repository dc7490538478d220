import { type ActorRefFrom, not, raise } from 'xstate';
import { BROADCAST_STATUSES, type BroadcastStatus } from '#contract/broadcasts/broadcast.contract.ts';
import type { BroadcastCommand as Offered } from '#rules/broadcasts/broadcast-status.ts';
import { type BroadcastChange, DRAFT_STEPS, freshContext } from './broadcast-context.ts';
import { broadcastSetup } from './broadcast-setup.ts';

type PlainKind = Exclude<
  BroadcastChange,
  { selection: unknown } | { picture: unknown } | { recipients: unknown }
>['kind'];

const asks = (kind: PlainKind, command: Offered) => ({
  guard: { type: 'offers' as const, params: { command } },
  actions: { type: 'ask' as const, params: { kind } },
});

const STAGE_OF: Readonly<Record<BroadcastStatus, string>> = {
  draft: '.draft',
  scheduled: '.scheduled',
  sending: '.sending',
  paused: '.paused',
  done: '.ended.done',
  stopped: '.ended.stopped',
  failed: '.ended.failed',
};

const stands = (at: BroadcastStatus) => ({ type: 'stands' as const, params: { at } });

const withError = ({ event }: { event: { error: unknown } }) => ({ error: event.error });

/**
 * One broadcast, from its draft to its last message, run by its pages. The draft is kept on the server.
 *
 *   loading ─→ draft (audience, content, check) ⇄ scheduled → sending ⇄ paused → ended (done, stopped, failed)
 *     ↑ ├→ missing                         └→ deleted
 *     └─ unreachable
 *
 * Five regions: `stage` follows the server's status alone; `keeping` saves what is written, once typing pauses, and asks
 * where someone else changed the draft first; `request` sends one command at a time, and a refused one leaves the stage
 * unchanged; `copy` keeps the data fresh; `feed` listens. The higher version wins, whichever way it came.
 */
export const broadcastMachine = broadcastSetup.createMachine({
  id: 'broadcast',
  type: 'parallel',
  context: ({ input }) => freshContext(input),
  on: { 'broadcast.told': { actions: { type: 'adopt', params: ({ event }) => event } } },
  states: {
    stage: {
      initial: 'loading',
      on: {
        // In a draft, the step that is open is opened again.
        'broadcast.adopted': BROADCAST_STATUSES.map((status) => ({ guard: stands(status), target: STAGE_OF[status] })),
        'broadcast.gone': '.deleted',
        'broadcast.missed': { guard: 'isMissing', target: '.missing' },
        'broadcast.at': { actions: { type: 'at', params: ({ event }) => event } },
      },
      states: {
        loading: {
          tags: ['pending'],
          on: { 'broadcast.missed': [{ guard: 'isMissing', target: 'missing' }, { target: 'unreachable' }] },
        },
        unreachable: { tags: ['unreachable'], on: { 'broadcast.reload': 'loading' } },
        missing: { tags: ['missing'] },
        deleted: { tags: ['deleted'] },
        draft: {
          tags: ['draft'],
          initial: 'choosing',
          on: {
            'broadcast.at': {
              target: '.choosing',
              actions: [{ type: 'at', params: ({ event }) => event }, 'saveNow'],
            },
            'broadcast.edit': {
              actions: [
                { type: 'edit', params: ({ event }) => event },
                raise(({ event }) => ({ type: event.isTyped ? ('draft.typed' as const) : ('draft.due' as const) })),
              ],
            },
            'broadcast.leave': { actions: 'saveNow' },
            'broadcast.count': asks('count', 'edit'),
            'broadcast.delete': asks('delete', 'delete'),
          },
          states: {
            choosing: {
              always: DRAFT_STEPS.map((step) => ({ guard: { type: 'isAt' as const, params: { step } }, target: step })),
            },
            audience: {
              on: {
                'broadcast.select': {
                  actions: {
                    type: 'ask',
                    params: ({ event }) => ({ kind: 'select' as const, selection: event.selection }),
                  },
                },
              },
            },
            content: {
              on: {
                'broadcast.attach': {
                  actions: {
                    type: 'ask',
                    params: ({ event: { picture } }) => ({
                      kind: 'attach' as const,
                      picture,
                      of: `${picture.name} ${picture.size} ${picture.lastModified}`,
                    }),
                  },
                },
              },
            },
            check: {
              on: {
                'broadcast.send': {
                  guard: 'isReady',
                  actions: {
                    type: 'ask',
                    params: ({ event }) => ({ kind: 'send' as const, recipients: event.recipients }),
                  },
                },
              },
            },
          },
        },
        scheduled: {
          on: { 'broadcast.unschedule': asks('unschedule', 'unschedule'), 'broadcast.stop': asks('stop', 'stop') },
        },
        sending: { on: { 'broadcast.pause': asks('pause', 'pause'), 'broadcast.stop': asks('stop', 'stop') } },
        paused: { on: { 'broadcast.resume': asks('resume', 'resume'), 'broadcast.stop': asks('stop', 'stop') } },
        ended: { tags: ['ended'], initial: 'done', states: { done: {}, stopped: {}, failed: {} } },
      },
    },
    keeping: {
      initial: 'saved',
      on: { 'draft.dropped': '.saved' },
      states: {
        saved: {
          tags: ['saved'],
          on: { 'draft.typed': 'pausing', 'draft.due': { guard: 'hasEdits', target: 'saving' } },
        },
        pausing: {
          tags: ['saving'],
          on: { 'draft.typed': { target: 'pausing', reenter: true }, 'draft.due': 'saving' },
          after: { typingPauses: 'saving' },
        },
        saving: {
          tags: ['saving'],
          entry: 'pack',
          invoke: {
            src: 'saveDraft',
            // Packed on entry.
            input: ({ context }) => ({ id: context.id, save: context.save! }),
            onDone: [
              {
                guard: 'hasEdits',
                target: 'pausing',
                actions: [
                  { type: 'noteSaved', params: ({ event }) => ({ broadcast: event.output }) },
                  { type: 'adopt', params: ({ event }) => ({ broadcast: event.output }) },
                ],
              },
              {
                target: 'saved',
                actions: [
                  { type: 'noteSaved', params: ({ event }) => ({ broadcast: event.output }) },
                  { type: 'adopt', params: ({ event }) => ({ broadcast: event.output }) },
                ],
              },
            ],
            onError: [
              {
                guard: { type: 'isGone', params: withError },
                target: 'saved',
                actions: ['dropEdits', { type: 'miss', params: withError }],
              },
              {
                guard: { type: 'isConflict', params: withError },
                target: 'conflicted',
                actions: ['unpack', { type: 'noteSaveFailure', params: withError }],
              },
              {
                guard: { type: 'isOpen', params: withError },
                target: 'late',
                actions: { type: 'noteSaveFailure', params: withError },
              },
              { target: 'refused', actions: ['unpack', { type: 'noteSaveFailure', params: withError }] },
            ],
          },
        },
        /** No answer: it may be saved or not. */
        late: { tags: ['late'], on: { 'broadcast.saveAgain': 'saving' }, after: { saveAgain: 'saving' } },
        refused: { on: { 'draft.typed': 'pausing', 'draft.due': 'saving' } },
        /** Someone else changed the draft first. */
        conflicted: {
          tags: ['conflicted'],
          entry: raise({ type: 'broadcast.stale' as const }),
          on: {
            'broadcast.keepMine': { target: 'saving', actions: 'rebase' },
            'broadcast.takeTheirs': { target: 'saved', actions: ['dropEdits', 'rebase'] },
          },
        },
      },
    },
    request: {
      initial: 'idle',
      states: {
        idle: {
          on: { 'change.asked': { target: 'asking', actions: { type: 'takeChange', params: ({ event }) => event } } },
        },
        asking: {
          tags: ['busy'],
          invoke: {
            src: 'changeBroadcast',
            // Only a known broadcast has commands.
            input: ({ context }) => ({ broadcast: context.broadcast!, asked: context.asked! }),
            onDone: [
              {
                guard: { type: 'isNothing', params: ({ event }) => ({ broadcast: event.output }) },
                target: 'idle',
                actions: raise({ type: 'broadcast.gone' as const }),
              },
              {
                target: 'idle',
                actions: [
                  { type: 'rebaseOn', params: ({ event }) => ({ broadcast: event.output }) },
                  { type: 'adopt', params: ({ event }) => ({ broadcast: event.output }) },
                ],
              },
            ],
            onError: [
              {
                guard: { type: 'isConflict', params: withError },
                target: 'idle',
                actions: [{ type: 'refuse', params: withError }, raise({ type: 'broadcast.stale' as const })],
              },
              { target: 'idle', actions: { type: 'refuse', params: withError } },
            ],
          },
        },
      },
    },
    copy: {
      initial: 'reading',
      on: {
        'stream.lost': '.reading',
        'stream.positioned': '.reading',
        'broadcast.reload': '.reading',
        'broadcast.stale': '.reading',
      },
      states: {
        reading: {
          invoke: {
            src: 'readBroadcast',
            input: ({ context }) => ({ id: context.id }),
            onDone: {
              target: 'kept',
              actions: ['forgetFailures', { type: 'adopt', params: ({ event }) => ({ broadcast: event.output }) }],
            },
            onError: { target: 'failed', actions: { type: 'miss', params: withError } },
          },
        },
        kept: {
          after: { quiet: { guard: 'isMoving', target: 'reading' } },
          on: { 'broadcast.adopted': { target: 'kept', reenter: true } },
        },
        failed: {
          after: { readAgain: { guard: not('isMissing'), target: 'reading' } },
          on: { 'broadcast.adopted': 'kept' },
        },
      },
    },
    feed: {
      initial: 'listening',
      states: {
        listening: {
          invoke: { src: 'broadcastNews', input: ({ context }) => ({ id: context.id }), onError: 'broken' },
        },
        /** Streams never fail; should one, the copy is still read when it goes quiet. */
        broken: {},
      },
    },
  },
});

export type BroadcastActor = ActorRefFrom<typeof broadcastMachine>;
