import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate';
import { dialledOf } from './dialled.ts';
import type { LineView, PanelCommand, PanelView } from './line-view.ts';

interface PanelContext {
  readonly typed: string;
  /** The line's last view. */
  readonly line: Shown | null;
}

type Shown = Pick<LineView, 'call' | 'incoming' | 'ended'>;
type Told = { readonly line: Shown };

const keysOf = (line: Shown | null): readonly string[] => line?.incoming.map(({ key }) => key) ?? [];

const hasEnded = ({ line }: PanelContext, next: Shown): boolean =>
  next.ended !== null && next.ended.key !== line?.ended?.key;

const looks = { type: 'look' as const, params: ({ event }: { event: Told }) => event };
const sees = <Guard extends string>(type: Guard) => ({ type, params: ({ event }: { event: Told }) => event });
/** Falls back to the keypad when the displayed call is gone. */
const leavesWhenOver = { 'line.changed': { guard: sees('isOver'), target: 'keypad', actions: looks } } as const;

/**
 * View of one tab's floating panel. Child of `phoneMachine`, which reports the line's state; it asks the line for
 * nothing.
 *
 *   place: closed ⇄ open; what rings or begins opens it
 *   view: keypad ⇄ history; rings → incoming; begins → active ⇄ inCallKeypad; ends → ended; put away → keypad
 */
export const panelMachine = setup({
  types: {
    context: {} as PanelContext,
    events: {} as Exclude<PanelCommand, { type: 'panel.call' }> | PanelFact,
  },
  actions: {
    look: assign({ line: (_, params: Told) => params.line }),
    type: assign({ typed: ({ context }, { text }: { text: string }) => context.typed + dialledOf(text) }),
    erase: assign({ typed: ({ context }) => context.typed.slice(0, -1) }),
    clear: assign({ typed: '' }),
  },
  guards: {
    rings: ({ context }, { line }: Told) => keysOf(line).some((key) => !keysOf(context.line).includes(key)),
    ringsAlone: ({ context }, { line }: Told) =>
      line.call === null && keysOf(line).some((key) => !keysOf(context.line).includes(key)),
    /** Something is over, and what rings still waits to be answered. */
    ringsOn: ({ context }, { line }: Told) =>
      line.call === null &&
      line.incoming.length > 0 &&
      ((context.line?.call ?? null) !== null || hasEnded(context, line)),
    begins: ({ context }, { line }: Told) => line.call !== null && line.call.key !== context.line?.call?.key,
    ends: ({ context }, { line }: Told) => line.call === null && hasEnded(context, line),
    isOver: (_, { line }: Told) => line.call === null && line.ended === null && line.incoming.length === 0,
    /** A number that was wrong stays, to be mended; one that rings is done with. */
    isReached: ({ context }, { line }: Told) => isUnderWay(line) && !isUnderWay(context.line) && context.typed !== '',
    shows: (_, params: { view: string; is: string }) => params.view === params.is,
    showsCall: ({ context }, params: { view: string; is: string }) =>
      params.view === params.is && (context.line?.call ?? null) !== null,
  },
}).createMachine({
  id: 'panel',
  type: 'parallel',
  context: { typed: '', line: null },
  states: {
    place: {
      initial: 'closed',
      states: {
        closed: {
          on: {
            'panel.toggle': 'open',
            'panel.show': 'open',
            'line.changed': [
              { guard: sees('rings'), target: 'open' },
              { guard: sees('begins'), target: 'open' },
            ],
          },
        },
        open: { on: { 'panel.toggle': 'closed' } },
      },
    },
    view: {
      initial: 'keypad',
      on: {
        'panel.type': { actions: { type: 'type', params: ({ event }) => event } },
        'panel.erase': { actions: 'erase' },
        'panel.show': [
          { guard: { type: 'shows', params: ({ event }) => ({ ...event, is: 'keypad' }) }, target: '.keypad' },
          { guard: { type: 'shows', params: ({ event }) => ({ ...event, is: 'history' }) }, target: '.history' },
          { guard: { type: 'showsCall', params: ({ event }) => ({ ...event, is: 'active' }) }, target: '.active' },
          {
            guard: { type: 'showsCall', params: ({ event }) => ({ ...event, is: 'inCallKeypad' }) },
            target: '.inCallKeypad',
          },
        ],
        'line.changed': [
          { guard: sees('begins'), target: '.active', actions: looks },
          { guard: sees('ringsAlone'), target: '.incoming', actions: looks },
          { guard: sees('ringsOn'), target: '.incoming', actions: looks },
          { guard: sees('ends'), target: '.ended', actions: looks },
          { guard: sees('isReached'), actions: [looks, 'clear'] },
          { actions: looks },
        ],
      },
      states: {
        keypad: {},
        history: {},
        incoming: { on: leavesWhenOver },
        active: { on: leavesWhenOver },
        /** Keys typed here are tones: the phone sends them. */
        inCallKeypad: { on: { ...leavesWhenOver, 'panel.type': {}, 'panel.erase': {} } },
        ended: { on: leavesWhenOver },
      },
    },
  },
});

const UNDER_WAY: readonly string[] = ['ringing', 'active'];
const isUnderWay = (line: Shown | null): boolean => UNDER_WAY.includes(line?.call?.stage ?? '');

export type PanelFact = { readonly type: 'line.changed'; readonly line: LineView };

export type PanelActor = ActorRefFrom<typeof panelMachine>;

export const panelViewOf = ({ value, context }: SnapshotFrom<typeof panelMachine>): PanelView => ({
  open: value.place === 'open',
  view: value.view,
  typed: context.typed,
});
