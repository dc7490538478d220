import { useSelector } from '@xstate/react';
import { readContact } from '#contract/contacts.contract.ts';
import { type CalendarEvent, events } from '#contract/events.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useEmitted } from '../_base/use-emitted.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import type { EventTimes, EventWrite } from '../../machines/events/calendar.machine.ts';

const SHOWN = [events.list, events.ofContact, events.history, readTimeline, readContact];

/** Undoes a change of events from a message, on whatever page. */
export function useEventUndo() {
  const { toasts } = useApp();
  const undo = useLastingSubmit(events.undo, {
    invalidates: SHOWN,
    onDone: () => toasts.show({ tone: 'good', text: 'Undone' }),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  return (changeId: number) => undo({ params: { id: changeId } });
}

/** Moves and deletes events; each can be undone. */
export function useCalendar(onWritten: (write: EventWrite) => void) {
  const { toasts } = useApp();
  const undo = useEventUndo();
  const machines = usePageMachines();
  const actor = usePageMachine(machines.calendar, { input: { newKey: machines.newKey } });
  useEmitted(actor, 'written', ({ write, changeId }) => {
    toasts.show({
      tone: 'info',
      text: `${write.event.title} ${write.times === null ? 'deleted' : 'moved'}`,
      action: { label: 'Undo', run: () => undo(changeId) },
    });
    onWritten(write);
  });
  useEmitted(actor, 'refused', ({ message }) => toasts.show({ tone: 'bad', text: message }));
  const asked = useSelector(actor, (now) => (now.hasTag('asking') ? now.context.write : null));
  return {
    /** A change that waits for the events it is for; `null`: none. */
    asked,
    move: (event: CalendarEvent, times: EventTimes) =>
      actor.send({ type: 'calendar.move', event, times: { zone: event.zone, ...times } }),
    remove: (event: CalendarEvent) => actor.send({ type: 'calendar.remove', event }),
    choose: (scope: EventWrite['scope']) => actor.send({ type: 'calendar.choose', scope }),
    cancel: () => actor.send({ type: 'calendar.cancel' }),
  };
}
