import { CalendarPlus, ExternalLink, Pencil, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type BookingType, bookingTypes } from '#contract/bookings.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { CopyButton } from '../_kit/controls/CopyButton.tsx';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import './bookings.css';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');
const BookingTypeDialog = lazyPart(() => import('./BookingTypeDialog.tsx'), 'BookingTypeDialog');

const addressOf = ({ slug }: BookingType): string => `${location.origin}/book/${slug}`;

/** Pages on which visitors book appointments with the current user. */
export function BookingTypesCard() {
  const { toasts } = useApp();
  const read = useResource(bookingTypes.list, {});
  const [open, setOpen] = useState<BookingType | 'new' | null>(null);
  const [leaving, setLeaving] = useState<BookingType | null>(null);
  const remove = useSubmit(bookingTypes.remove, {
    invalidates: [bookingTypes.list],
    onDone: () => toasts.show({ tone: 'good', text: 'Type of appointment removed' }),
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  const types = read.data?.data ?? [];
  return (
    <Card
      title="Booking pages"
      aside={
        <Button size="small" icon={CalendarPlus} onClick={() => setOpen('new')}>
          New type
        </Button>
      }
    >
      {read.data === null && read.error !== null ? (
        <ErrorPanel
          title="Couldn't load booking pages"
          text={read.error.message}
          requestId={read.error.requestId}
          actions={<Button onClick={read.reload}>Try again</Button>}
        />
      ) : read.data === null ? (
        <SkeletonLines lines={3} label="Loading booking pages" />
      ) : types.length === 0 ? (
        <EmptyState
          icon={CalendarPlus}
          title="No booking pages yet"
          text="Add a type of appointment, and send its link to people who want to meet you."
        />
      ) : (
        <ul>
          {types.map((type) => (
            <TypeRow key={type.id} type={type} onEdit={() => setOpen(type)} onRemove={() => setLeaving(type)} />
          ))}
        </ul>
      )}
      {open === null ? null : (
        <Suspense>
          <BookingTypeDialog
            type={open === 'new' ? null : open}
            onDone={({ name }) => {
              setOpen(null);
              toasts.show({ tone: 'good', text: `${name} saved` });
            }}
            onClose={() => setOpen(null)}
          />
        </Suspense>
      )}
      {leaving === null ? null : (
        <Suspense>
          <AlertDialog
            open
            destructive
            title={`Remove ${leaving.name}?`}
            confirmLabel="Remove type"
            cancelLabel="Keep type"
            onConfirm={() => {
              remove.submit({ params: { id: leaving.id } });
              setLeaving(null);
            }}
            onCancel={() => setLeaving(null)}
          >
            <p>Its page stops taking bookings. Appointments that are booked stay in your calendar.</p>
          </AlertDialog>
        </Suspense>
      )}
    </Card>
  );
}

interface TypeRowProps {
  type: BookingType;
  onEdit: () => void;
  onRemove: () => void;
}

function TypeRow({ type, onEdit, onRemove }: TypeRowProps) {
  const { name, minutes, place, active, soa_products: products } = type;
  const facts = [`${minutes} minutes`, place, products.length === 0 ? '' : 'asks for scope of appointment'];
  return (
    <li className="booking-type">
      <span className="grow">
        <span className="med">{name}</span>
        <span className="meta soft">{facts.filter((fact) => fact !== '').join(' · ')}</span>
      </span>
      {active ? null : <span className="meta quiet">Off</span>}
      <span className="row">
        {active ? (
          <>
            <CopyButton size="small" text={addressOf(type)} label="Copy link" aria-label={`Copy the link of ${name}`} />
            <a className="link" href={`/book/${type.slug}`} target="_blank" rel="noreferrer">
              <ExternalLink size={16} aria-hidden="true" />
              <span className="sr">Open the page of {name} in a new tab</span>
            </a>
          </>
        ) : null}
        <IconButton icon={Pencil} size="small" label={`Change ${name}`} onClick={onEdit} />
        <IconButton icon={Trash2} size="small" label={`Remove ${name}`} onClick={onRemove} />
      </span>
    </li>
  );
}
