import { Printer } from 'lucide-react';
import { countMailerAssignments, mailerKits } from '#contract/mailer-kits.contract.ts';
import { MAX_LETTER_BODY, MAX_LETTER_SENDER } from '#contract/printing.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { useUnits } from '../_base/use-units.ts';
import { formatCount } from '../_kit/format/format-count.ts';
import { ListPage } from '../_resource/ListPage.tsx';
import { MergeFieldChoice } from '../email-templates/MergeFieldChoice.tsx';
import { PrintNext } from './PrintNext.tsx';

const KIND_LABELS = { letters: 'Letters', labels: 'Address labels' } as const;
const KINDS = [
  { value: 'letters', label: 'Letters (for #10 window envelopes)' },
  { value: 'labels', label: 'Address labels (Avery 5160, 30 per sheet)' },
];

const NEW_KIT = { kind: 'letters', active: true } as const;

/** Letters and labels for a purpose, which managers assign to contacts. */
export function MailerKitsPage() {
  const { units, forUnit } = useUnits();
  const counts = useResource(countMailerAssignments, {});
  const countOf = (id: number) => counts.data?.data.find(({ kit_id: kit }) => kit === id);
  return (
    <ListPage
      of={mailerKits}
      icon={Printer}
      about="Prepare letters or labels for a purpose. Managers assign them to contacts in the contact list."
      searched="Name, purpose, text"
      nameOf={({ name }) => name}
      columns={[
        { head: 'Name', cell: ({ name }) => name, sortBy: 'name', narrow: 'title' },
        { head: 'Purpose', cell: ({ purpose }) => purpose, sortBy: 'purpose', narrow: 'sub' },
        { head: 'Prints', cell: ({ kind }) => KIND_LABELS[kind], sortBy: 'kind', narrow: 'none', width: '9em' },
        {
          head: 'You assigned',
          cell: ({ id }) => countText(countOf(id)),
          narrow: 'sub-aside',
          width: '16em',
        },
        {
          head: 'Status',
          cell: ({ active }) => (active ? 'Active' : 'Off'),
          sortBy: 'active',
          narrow: 'aside',
          width: '6em',
        },
        { ...forUnit, narrow: 'none' },
      ]}
      actions={({ id, active }) => {
        const left = countOf(id)?.left ?? 0;
        return active && left > 0 ? <PrintNext kitId={id} left={left} /> : null;
      }}
      alsoShown={[mailerKits.choices]}
      values={(kit) => kit ?? NEW_KIT}
      fields={({ text, choice, pick, area, check, live }, kit) => (
        <>
          {text('name', 'Name', { maxLength: 120 })}
          {text('purpose', 'Purpose', { maxLength: 200 })}
          {kit === null ? choice('kind', 'Prints', KINDS) : null}
          {kit === null && units.length > 1 ? pick('business_unit_id', 'For', units, 'Entire account') : null}
          {kit?.kind === 'labels' ? null : (
            <>
              {area('sender', 'Sender block', { maxLength: MAX_LETTER_SENDER, rows: 3 })}
              {area('body', 'Letter', { maxLength: MAX_LETTER_BODY, rows: 10 })}
              {live(({ body = '' }, write) => (
                <div className="whole">
                  <MergeFieldChoice field="body" text={body} onWrite={(next) => write('body', next)} />
                </div>
              ))}
            </>
          )}
          {kit?.kind === 'letters' ? null : check('per_household', 'Labels: one per household')}
          {check('active', 'Active: managers can assign it')}
        </>
      )}
    />
  );
}

const countText = (count: { assigned: number; printed: number; left: number } | undefined): string =>
  count === undefined
    ? ''
    : `${formatCount(count.assigned)}, ${formatCount(count.printed)} printed, ${formatCount(count.left)} left`;
