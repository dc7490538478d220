import { type ActorRefFrom, assign, setup, type SnapshotFrom } from 'xstate';
import { typedOf } from './dialled.ts';
import type { LineView, PanelCommand, PanelView } from './line-view.ts';

interface PanelContext {
  readonly typed: string;
  /** The line's last view. */
  readonly line: Shown | null;
}

type Shown = Pick<LineView, 'call' | 'incoming' | 'ended'>;
type Told = { readonly line: Shown };
type AsideToggled = Extract<PanelCommand, { type: 'panel.toggleAside' }>;

const keysOf = (line: Shown | null): readonly string[] => line?.incoming.map(({ key }) => key) ?? [];

const hasEnded = ({ line }: PanelContext, next: Shown): boolean =>
  next.ended !== null && next.ended.key !== line?.ended?.key;

const looks = { type: 'look' as const, params: ({ event }: { event: Told }) => event };
const sees = <Guard extends string>(type: Guard) => ({ type, params: ({ event }: { event: Told }) => event });
/** Falls back to the keypad when what it shows is gone. */
const leavesWithout = (part: 'call' | 'incoming' | 'ended') =>
  ({ guard: { type: 'isGone', params: { part } }, target: '#panel.view.keypad' }) as const;
const toggles = <Target extends string>(aside: 'transfer' | 'audio', target: Target) =>
  ({
    guard: { type: 'isAside' as const, params: ({ event }: { event: AsideToggled }) => ({ ...event, is: aside }) },
    target,
  }) as const;

/** Guards and actions of `panelMachine`. */
const panelSetup = setup({
  types: {
    context: {} as PanelContext,
    events: {} as Exclude<PanelCommand, { type: 'panel.call' }> | PanelFact,
    tags: {} as 'transfer' | 'audio',
  },
  actions: {
    look: assign({ line: (_, params: Told) => params.line }),
    type: assign({ typed: ({ context }, { text }: { text: string }) => context.typed + typedOf(text) }),
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
    isGone: ({ context: { line } }, { part }: { part: 'call' | 'incoming' | 'ended' }) =>
      part === 'incoming' ? keysOf(line).length === 0 : (line?.[part] ?? null) === null,
    isAside: (_, params: { aside: string; is: string }) => params.aside === params.is,
    /** A number that was wrong stays, to be mended; one that rings is done with. */
    isReached: ({ context }, { line }: Told) => isUnderWay(line) && !isUnderWay(context.line) && context.typed !== '',
    shows: (_, params: { view: string; is: string }) => params.view === params.is,
    showsCall: ({ context }, params: { view: string; is: string }) =>
      params.view === params.is && (context.line?.call ?? null) !== null,
  },
});

/** Before a call: the microphone and the speaker can take the place. */
const WITH_AUDIO = panelSetup.createStateConfig({
  initial: 'plain',
  on: { 'panel.toggle': '.plain' },
  states: {
    plain: { on: { 'panel.toggleAside': toggles('audio', 'audio') } },
    audio: { tags: ['audio'], on: { 'panel.toggleAside': toggles('audio', 'plain') } },
  },
});

/**
 * View of one tab's floating panel. Child of `phoneMachine`, which reports the line's state; it asks the line for
 * nothing.
 *
 *   place: closed ⇄ open; what rings or begins opens it
 *   view: keypad ⇄ history; rings → incoming; begins → active ⇄ inCallKeypad; ends → ended; gone → keypad
 *     keypad, history: plain ⇄ audio; active: notes ⇄ transfer, audio; another view, or closing, puts them away
 */
export const panelMachine = panelSetup.createMachine({
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
        keypad: WITH_AUDIO,
        history: WITH_AUDIO,
        incoming: { always: leavesWithout('incoming') },
        active: {
          always: leavesWithout('call'),
          initial: 'notes',
          on: { 'panel.toggle': '.notes' },
          states: {
            notes: { on: { 'panel.toggleAside': [toggles('transfer', 'transfer'), toggles('audio', 'audio')] } },
            transfer: {
              tags: ['transfer'],
              on: { 'panel.toggleAside': [toggles('transfer', 'notes'), toggles('audio', 'audio')] },
            },
            audio: {
              tags: ['audio'],
              on: { 'panel.toggleAside': [toggles('audio', 'notes'), toggles('transfer', 'transfer')] },
            },
          },
        },
        /** Keys typed here are tones: the phone sends them. */
        inCallKeypad: { always: leavesWithout('call'), on: { 'panel.type': {}, 'panel.erase': {} } },
        ended: { always: leavesWithout('ended') },
      },
    },
  },
});

const UNDER_WAY: readonly string[] = ['ringing', 'active'];
const isUnderWay = (line: Shown | null): boolean => UNDER_WAY.includes(line?.call?.stage ?? '');

export type PanelFact = { readonly type: 'line.changed'; readonly line: LineView };

export type PanelActor = ActorRefFrom<typeof panelMachine>;

const VIEWS: readonly PanelView['view'][] = ['keypad', 'history', 'incoming', 'active', 'inCallKeypad', 'ended'];

export const panelViewOf = (snapshot: SnapshotFrom<typeof panelMachine>): PanelView => ({
  open: snapshot.matches({ place: 'open' }),
  view: VIEWS.find((view) => snapshot.matches({ view })) ?? 'keypad',
  aside: snapshot.hasTag('audio') ? 'audio' : snapshot.hasTag('transfer') ? 'transfer' : null,
  typed: snapshot.context.typed,
});
