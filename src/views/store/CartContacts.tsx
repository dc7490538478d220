import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { listQuickFilters } from '#contract/quick-filters.contract.ts';
import type { OrderPreview } from '#contract/store.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { formatContacts, formatCount } from '../_kit/format/format-count.ts';

interface CartContactsProps {
  /** `null`: none chosen. */
  scope: ContactsScopeInput | null;
  /** `null` until it is priced. */
  preview: OrderPreview | null;
  isPricing: boolean;
  isDisabled: boolean;
  error: string | undefined;
  onChoose: (scope: ContactsScopeInput | null) => void;
}

const MINE = 'mine';
const ALL_MINE: ContactsScopeInput = { contact_group: 'mine' };

/** Whom items are for that are sold per contact: all own contacts, or those of a saved view. Who is left out is named. */
export function CartContacts({ scope, preview, isPricing, isDisabled, error, onChoose }: CartContactsProps) {
  const views = useResource(listQuickFilters, {});
  const known = views.data?.data ?? [];
  const isChosen = (one: ContactsScopeInput) => JSON.stringify(one) === JSON.stringify(scope);
  const chosen =
    scope === null ? '' : isChosen(ALL_MINE) ? MINE : String(known.find((one) => isChosen(one.scope))?.id ?? '');
  const choose = (value: string) => {
    const view = known.find(({ id }) => String(id) === value);
    onChoose(value === MINE ? ALL_MINE : (view?.scope ?? null));
  };
  return (
    <div className="store-contacts">
      <SelectField
        label="Contacts"
        value={chosen}
        disabled={isDisabled}
        error={error}
        options={[
          { value: '', label: 'Choose contacts' },
          { value: MINE, label: 'All my contacts' },
          ...known.map(({ id, name }) => ({ value: String(id), label: name, group: 'Saved views' })),
        ]}
        onChange={(event) => choose(event.target.value)}
      />
      {chosen === '' ? (
        <p className="hint">
          For a part of your contacts, save a view in the <Anchor href="/contacts">contact list</Anchor>.
        </p>
      ) : null}
      {chosen === '' || preview === null || isPricing ? null : (
        <>
          <p>
            One each for <b className="num">{formatContacts(preview.contacts)}</b>
            {preview.sentence === '' ? '' : `: ${preview.sentence}`}
          </p>
          {preview.without_address === 0 ? null : <Note tone="warn" title={leftOut(preview)} />}
        </>
      )}
    </div>
  );
}

const leftOut = ({ contacts, without_address: none }: OrderPreview): string =>
  `${formatCount(none)} of ${formatContacts(contacts + none)} ${none === 1 ? 'has' : 'have'} no postal address and will be left out.`;
