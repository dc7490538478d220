import { type Lookalike, MERGED_FIELDS, type MergedField, type MergePreview } from '#contract/duplicates.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { Card } from '../_kit/display/Card.tsx';
import { type Fact, Facts } from '../_kit/display/Facts.tsx';
import { distinctName, FIELD_WORDS, movedWords, namesOf } from './duplicate-words.ts';

/** Fields that are shown even if all values are equal. */
const ALWAYS: Partial<Readonly<Record<MergedField, (contact: Lookalike) => string>>> = {
  first_name: ({ first_name }) => first_name,
  last_name: ({ last_name }) => last_name,
  phone: ({ phone }) => (phone ? formatPhone(phone) : ''),
  email: ({ email }) => email ?? '',
  dob: ({ dob }) => (dob ? formatPlainDate(dob) : ''),
  address: ({ address }) => address,
  city: ({ city }) => city,
  state: ({ state }) => state,
  owner_id: ({ owner }) => owner.name,
};

/** The person there is afterwards, and what comes along. */
export function Surviving({ preview }: { preview: MergePreview }) {
  const survivor = preview.contacts.find(({ id }) => id === preview.survivor_id) ?? preview.contacts[0];
  if (survivor === undefined) return null;
  const others = preview.contacts.filter(({ id }) => id !== survivor.id);
  const nameOf = (contact: Lookalike) => distinctName(contact, preview.contacts);
  const names = namesOf(others.map((contact) => ({ name: nameOf(contact), number: contact.number })));
  return (
    <div className="stack merge-after">
      <Card title="After the merge" padded>
        <Facts facts={factsOf(preview, survivor)} />
      </Card>
      <Card title={`Moves to ${nameOf(survivor)}`} padded>
        {preview.moves.length === 0 ? (
          <p className="soft">The other records have no related items.</p>
        ) : (
          <ul className="merge-moves">
            {preview.moves.map(({ kind, count }) => (
              <li key={kind}>{movedWords(kind, count)}</li>
            ))}
          </ul>
        )}
        <p className="meta quiet">
          {names} {others.length === 1 ? 'leads' : 'lead'} here after the merge. You can unmerge them later.
        </p>
      </Card>
    </div>
  );
}

/** A value missing in the survivor alone is a difference, and is listed among the fields. */
function factsOf({ fields }: MergePreview, survivor: Lookalike): Fact[] {
  const surviving = new Map(fields.map(({ field, text }) => [field, text]));
  return MERGED_FIELDS.flatMap((field) => {
    const value = surviving.get(field) ?? ALWAYS[field]?.(survivor) ?? '';
    return value === '' ? [] : [{ label: FIELD_WORDS[field], value }];
  });
}
