import { type ActorRefFrom, and, assertEvent, assign, not, raise } from 'xstate';
import { type CorrectedRow, fileFault, freshContext, type ImportChange, nextFixes } from './import-context.ts';
import { importSetup } from './import-setup.ts';
import { applySettings, formOf, matchColumn, mappingFault } from './mapping.ts';
import { localRefusal, refusalOf } from './refusal.ts';
import { followStatus } from './stage-of-status.ts';

type PlainChange = Exclude<ImportChange, { form: unknown } | { place: unknown }>['kind'];

const asks = (kind: PlainChange) => ({ actions: { type: 'ask' as const, params: { change: { kind } } } });
const refuses = {
  type: 'refuse' as const,
  params: ({ event }: { event: { error: unknown } }) => ({ refusal: refusalOf(event.error) }),
};
const addsFix = {
  type: 'addFix' as const,
  params: ({ event }: { event: { row: CorrectedRow } }) => ({ row: event.row }),
};
const savesFix = { guard: 'isFixable' as const, target: 'saving', actions: addsFix };
const undoes = { guard: 'hasWritten' as const, ...asks('undo') };

/**
 * One import attempt, from choosing a file to its end. Spawned by `importsMachine`, one actor per attempt;
 * opened by its number it is rebuilt from the server.
 *
 *   choosingFile → uploading → mapping → checking → checked → starting → running ⇄ paused → ended
 *        (by number: loading → whatever the server says)         done, cancelled, failed ⇄ undoing → undone
 *
 * Five regions: `stage` follows the server's status alone; `request` sends one change at a time, and a refused one
 * leaves the stage unchanged; `fixes` sends corrected rows to the server; `copy` keeps the data fresh; `feed` listens.
 * The higher version wins, whichever way it came.
 */
export const importMachine = importSetup.createMachine({
  id: 'import',
  type: 'parallel',
  context: ({ input }) => freshContext(input),
  on: {
    'import.progressed': { actions: 'hear' },
    'import.changed': { actions: 'hear' },
    'import.checking': { actions: assign({ rowsRead: ({ event }) => event.rows_read }) },
  },
  states: {
    stage: {
      initial: 'choosingFile',
      on: { 'attempt.adopted': followStatus() },
      states: {
        loading: {
          tags: ['pending'],
          on: {
            'attempt.missed': [
              { guard: 'isMissing', target: 'notFound' },
              { target: 'unreachable', actions: { type: 'refuse', params: ({ event }) => event } },
            ],
          },
        },
        unreachable: {
          tags: ['unreachable'],
          on: { 'import.reload': { target: 'loading', actions: 'forgetRefusal' } },
        },
        notFound: { tags: ['missing'] },
        choosingFile: {
          tags: ['choosing'],
          always: { guard: 'hasId', target: 'loading' },
          on: {
            'import.chooseFile': [
              {
                guard: 'fits',
                target: 'uploading',
                actions: ['forgetRefusal', assign({ file: ({ event }) => event.file, sentBytes: 0 })],
              },
              {
                actions: { type: 'refuse', params: ({ event }) => ({ refusal: localRefusal(fileFault(event.file)) }) },
              },
            ],
          },
        },
        uploading: {
          tags: ['uploading'],
          invoke: {
            src: 'uploadFile',
            // `uploading` is entered with a file only.
            input: ({ context }) => ({ file: context.file! }),
            onError: { target: 'choosingFile', actions: refuses },
          },
          on: {
            'upload.progressed': { actions: assign({ sentBytes: ({ event }) => event.sentBytes }) },
            'upload.finished': { actions: [{ type: 'adopt', params: ({ event }) => event }, 'tellRegistry'] },
            'import.cancelUpload': 'choosingFile',
          },
        },
        mapping: {
          tags: ['editing'],
          entry: assign({ checkAsked: false }),
          on: {
            'attempt.adopted': { guard: 'isEdited' },
            'import.map': {
              actions: [
                'forgetRefusal',
                assign(({ context: { draft, head }, event }) => ({
                  draft: draft && matchColumn(draft, head.columns, event),
                })),
              ],
            },
            'import.setOptions': {
              actions: [
                'forgetRefusal',
                assign(({ context: { draft }, event }) => ({ draft: draft && { ...draft, ...event.options } })),
              ],
            },
            'import.applySettings': {
              actions: [
                'forgetRefusal',
                assign(({ context: { draft, head }, event }) => ({
                  draft: draft && applySettings(draft, head.columns, event.settings),
                })),
              ],
            },
            'import.readHead': {
              actions: { type: 'ask', params: ({ event }) => ({ change: { kind: 'readHead', place: event.place } }) },
            },
            'import.check': [
              {
                guard: 'isMapped',
                actions: [
                  assign({ checkAsked: true, rowsRead: 0 }),
                  {
                    type: 'ask',
                    params: ({ context }) => ({
                      change: { kind: 'check', form: formOf(context.draft!, context.attempt) },
                    }),
                  },
                ],
              },
              {
                actions: {
                  type: 'refuse',
                  params: ({ context }) => ({ refusal: localRefusal(mappingFault(context.draft?.fields ?? {})) }),
                },
              },
            ],
            'import.delete': asks('delete'),
          },
        },
        checking: {
          entry: 'forgetFixes',
          on: { 'import.edit': asks('stopCheck'), 'import.cancel': asks('cancel') },
        },
        checked: {
          tags: ['checked'],
          on: {
            'import.edit': { target: 'mapping', actions: 'forgetRefusal' },
            'import.setDateOrder': {
              guard: not('hasUnsaved'),
              actions: [
                assign(({ context: { draft }, event }) => ({
                  draft: draft && {
                    ...draft,
                    date_orders: { ...draft.date_orders, [event.column]: event.order },
                  },
                  checkAsked: true,
                  rowsRead: 0,
                })),
                {
                  type: 'ask',
                  params: ({ context }) => ({
                    change: { kind: 'check', form: formOf(context.draft!, context.attempt) },
                  }),
                },
              ],
            },
            'import.check': {
              guard: not('hasUnsaved'),
              actions: [
                assign({ checkAsked: true, rowsRead: 0 }),
                {
                  type: 'ask',
                  params: ({ context }) => ({
                    change: { kind: 'check', form: formOf(context.draft!, context.attempt) },
                  }),
                },
              ],
            },
            'import.start': { guard: and(['hasGoodRows', 'hasDateOrders', not('hasUnsaved')]), ...asks('start') },
            'import.delete': asks('delete'),
          },
        },
        starting: { entry: 'forgetFixes', on: { 'import.cancel': asks('cancel') } },
        running: { on: { 'import.pause': asks('pause'), 'import.cancel': asks('cancel') } },
        pausing: {},
        paused: {
          on: {
            'import.resume': asks('resume'),
            'import.cancel': asks('cancel'),
            'import.undo': undoes,
          },
        },
        cancelling: {},
        undoing: {},
        ended: {
          tags: ['ended'],
          initial: 'done',
          states: {
            done: {
              on: {
                'import.retry': { guard: and(['hasProblems', not('hasUnsaved')]), ...asks('retry') },
                'import.undo': undoes,
                'import.delete': asks('delete'),
              },
            },
            cancelled: { on: { 'import.undo': undoes, 'import.delete': asks('delete') } },
            failed: {
              on: {
                'import.retry': asks('retry'),
                'import.undo': undoes,
                'import.delete': asks('delete'),
              },
            },
            undone: { on: { 'import.delete': asks('delete') } },
            deleted: { tags: ['deleted'], on: { 'import.retry': asks('retry') } },
          },
        },
      },
    },
    request: {
      initial: 'idle',
      states: {
        idle: { on: { 'change.asked': { target: 'asking', actions: 'forgetRefusal' } } },
        asking: {
          tags: ['busy'],
          invoke: {
            src: 'changeImport',
            input: ({ context, event }) => {
              assertEvent(event, 'change.asked');
              // Only an attempt that the server knows has commands.
              return { id: context.id!, change: event.change };
            },
            onDone: { target: 'idle', actions: { type: 'adopt', params: ({ event }) => ({ reply: event.output }) } },
            onError: { target: 'idle', actions: refuses },
          },
        },
      },
    },
    /** Sends corrected rows; cells typed during a request go with the next one. */
    fixes: {
      initial: 'kept',
      states: {
        kept: { on: { 'import.fixRow': savesFix } },
        saving: {
          tags: ['saving'],
          invoke: {
            src: 'fixRows',
            input: ({ context }) => ({ id: context.id!, rows: nextFixes(context) }),
            onDone: [
              {
                guard: { type: 'hasMore', params: ({ event }) => ({ reply: event.output }) },
                target: 'saving',
                reenter: true,
                actions: { type: 'takeFixes', params: ({ event }) => ({ reply: event.output }) },
              },
              {
                target: 'kept',
                actions: [{ type: 'takeFixes', params: ({ event }) => ({ reply: event.output }) }, 'forgetRefusal'],
              },
            ],
            onError: { target: 'unsaved', actions: refuses },
          },
          on: { 'import.fixRow': { actions: addsFix } },
        },
        unsaved: {
          tags: ['unsaved'],
          on: { 'import.fixRow': savesFix, 'import.saveFixes': { guard: 'isFixable', target: 'saving' } },
        },
      },
    },
    copy: {
      initial: 'absent',
      states: {
        absent: {
          always: [
            { guard: 'hasAttempt', target: 'kept' },
            { guard: 'hasId', target: 'reading' },
          ],
        },
        reading: {
          invoke: {
            src: 'readAttempt',
            input: ({ context }) => ({ id: context.id! }),
            onDone: { target: 'kept', actions: { type: 'adopt', params: ({ event }) => ({ reply: event.output }) } },
            onError: {
              target: 'kept',
              actions: raise(({ event }) => ({ type: 'attempt.missed' as const, refusal: refusalOf(event.error) })),
            },
          },
          on: {
            'stream.lost': { target: 'reading', reenter: true },
            'stream.positioned': { target: 'reading', reenter: true },
          },
        },
        kept: {
          after: { quiet: { guard: 'isMoving', target: 'reading' } },
          on: {
            'stream.lost': 'reading',
            'stream.positioned': 'reading',
            'import.reload': 'reading',
            'attempt.adopted': { target: 'kept', reenter: true },
          },
        },
      },
    },
    feed: {
      initial: 'deaf',
      states: {
        deaf: { always: { guard: 'hasId', target: 'listening' } },
        listening: {
          invoke: { src: 'importBroadcasts', input: ({ context }) => ({ id: context.id! }), onError: 'broken' },
        },
        /** Streams never fail; should one, the copy is still read when it goes quiet. */
        broken: {},
      },
    },
  },
});

export type ImportActor = ActorRefFrom<typeof importMachine>;
