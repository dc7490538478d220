import { type BookingType, BookingTypeFields, bookingTypes } from '#contract/bookings.contract.ts';
import { SOA_PRODUCTS } from '#contract/soa.contract.ts';
import { PRODUCT_WORDS } from '#rules/soa/soa-words.ts';
import { IANA_ZONES, ZONE_NAMES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { formWrite } from '../_resource/form-write.ts';
import { RecordDialog } from '../_resource/RecordDialog.tsx';
import type { RecordParts } from '../_resource/record-parts.tsx';
import { WeekHours } from './WeekHours.tsx';

interface BookingTypeDialogProps {
  /** `null`: a new one. */
  type: BookingType | null;
  onDone: (type: BookingType) => void;
  onClose: () => void;
}

type Parts = RecordParts<BookingTypeFields>;
type BookingTypeFields = Omit<BookingType, 'id' | 'slug'>;
type NumberField = 'minutes' | 'buffer_before' | 'buffer_after' | 'notice_hours' | 'per_day' | 'days_ahead';

const WORKDAYS = [1, 2, 3, 4, 5];

const newType = (zone: string): BookingTypeFields => ({
  name: '',
  minutes: 30,
  buffer_before: 0,
  buffer_after: 0,
  notice_hours: 4,
  per_day: null,
  days_ahead: 30,
  hours: WORKDAYS.map((day) => ({ day, from: '09:00', to: '17:00' })),
  zone,
  place: '',
  soa_products: [],
  active: true,
});

/** A whole number of the form; empty: none. */
const numberOf = ({ live }: Parts, name: NumberField, label: string, hint?: string) =>
  live((draft, write, errorOf) => (
    <TextField
      type="number"
      label={label}
      {...(hint !== undefined && { hint })}
      value={draft[name] ?? ''}
      error={errorOf(name)}
      onChange={({ target: { value } }) => write(name, (value === '' ? null : Number(value)) as never)}
    />
  ));

const products = ({ live }: Parts) =>
  live(({ soa_products: chosen = [] }, write) => (
    <fieldset className="whole record-checks">
      <legend className="field-label">Medicare products</legend>
      <p className="meta soft booking-hint">Visitors are asked to sign the scope of appointment for what you choose.</p>
      {SOA_PRODUCTS.map((one) => (
        <Checkbox
          key={one}
          checked={chosen.includes(one)}
          onCheckedChange={(isOn) =>
            write(
              'soa_products',
              SOA_PRODUCTS.filter((other) => (other === one ? isOn : chosen.includes(other))),
            )
          }
        >
          {PRODUCT_WORDS.en[one][0]}
        </Checkbox>
      ))}
    </fieldset>
  ));

/** Adds a type of appointment, or changes one. Load it lazily. */
export function BookingTypeDialog({ type, onDone, onClose }: BookingTypeDialogProps) {
  const { user } = useApp();
  const zone = IANA_ZONES[user.timezone];
  const zones = Object.entries(IANA_ZONES).map(([name, value]) => ({
    value,
    label: ZONE_NAMES[name as keyof typeof ZONE_NAMES],
  }));
  const known = type === null || zones.some(({ value }) => value === type.zone);
  const shown = [bookingTypes.list];
  return (
    <RecordDialog
      title={type === null ? 'New type of appointment' : type.name}
      schema={BookingTypeFields}
      values={type ?? newType(zone)}
      write={
        type === null
          ? formWrite(bookingTypes.create, shown, (body: BookingTypeFields) => ({ body }))
          : formWrite(bookingTypes.update, shown, (_: BookingTypeFields, body: Partial<BookingTypeFields>) => ({
              params: { id: type.id },
              body,
            }))
      }
      saveLabel={type === null ? 'Add type' : 'Save'}
      onDone={(reply) => onDone((reply as { data: BookingType }).data)}
      onClose={onClose}
      fields={(parts) => (
        <>
          {parts.text('name', 'Name', { maxLength: 120, hint: 'Visitors see it, such as “Plan review”.' })}
          {parts.text('place', 'Place', { maxLength: 200, hint: 'An address, a phone number or a link.' })}
          {numberOf(parts, 'minutes', 'Minutes')}
          {numberOf(parts, 'days_ahead', 'Days ahead')}
          {numberOf(parts, 'buffer_before', 'Minutes free before')}
          {numberOf(parts, 'buffer_after', 'Minutes free after')}
          {numberOf(parts, 'notice_hours', 'Hours of notice', 'From booking to the appointment.')}
          {numberOf(parts, 'per_day', 'Most a day', 'Empty: no limit.')}
          {parts.choice('zone', 'Time zone', known ? zones : [...zones, { value: type.zone, label: type.zone }])}
          {parts.live(({ hours = [] }, write, errorOf) => (
            <WeekHours hours={hours} error={errorOf('hours')} onChange={(next) => write('hours', next)} />
          ))}
          {products(parts)}
          {parts.check('active', 'The page takes bookings')}
        </>
      )}
    />
  );
}
