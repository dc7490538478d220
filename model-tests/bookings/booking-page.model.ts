import { bookingMachine } from '#rules/bookings/booking.machine.ts';
import { movesBy } from '../_walk/flat-model.ts';
import type { Model } from '../_walk/walk.ts';

/** A time as a visitor books it; that a hold ends with time is left to the rules. */
export const bookingPageModel: Model = {
  name: 'a booking on the page',
  starts: { 'the visitor looks at free times': () => ({ machine: bookingMachine }) },
  key: ({ value }) => String(value),
  moves: movesBy({
    'chooses a time': 'booking.hold',
    'fills in the form': 'booking.book',
    'takes another time': 'booking.move',
    'gives it back': 'booking.cancel',
  }),
};
