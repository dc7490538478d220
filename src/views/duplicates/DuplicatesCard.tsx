import type { Contact } from '#contract/contacts.contract.ts';
import { type DuplicateGroup, listDuplicates } from '#contract/duplicates.contract.ts';
import { useGate } from '../_base/use-gate.ts';
import { useResource } from '../_base/use-resource.ts';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { distinctName, mergeWhyNot, nameOf, reasonSentence, VERDICT_WORDS } from './duplicate-words.ts';
import { mergeHref, useDismiss, useMergeRefusal } from './use-merging.ts';
import './duplicates.css';

interface DuplicatesCardProps {
  contact: Contact;
  readOnly: boolean;
}

/** Possible duplicates of this contact. */
export function DuplicatesCard({ contact, readOnly }: DuplicatesCardProps) {
  const gate = useGate('duplicates');
  const list = useResource(
    listDuplicates,
    gate.allowed && contact.deleted_at === null ? { query: { contact_id: contact.id } } : null,
  );
  const groups = list.isEarlier ? [] : (list.data?.data ?? []);
  if (list.error && list.data === null)
    return (
      <section aria-label="Possible duplicates">
        <h2 className="label">Possible duplicates</h2>
        <p className="soft">Couldn't load duplicates.</p>
        <Button size="small" onClick={list.reload}>
          Try again
        </Button>
      </section>
    );
  return groups.map((group) => <Maybe key={group.key} contact={contact} group={group} readOnly={readOnly} />);
}

function Maybe({ contact, group, readOnly }: DuplicatesCardProps & { group: DuplicateGroup }) {
  const { dismiss, isBusy } = useDismiss();
  const refusal = useMergeRefusal();
  const { verdict, reasons, contacts } = group;
  const others = contacts.filter(({ id }) => id !== contact.id);
  const ids = [contact.id, ...others.map(({ id }) => id)];
  return (
    <section aria-label={VERDICT_WORDS[verdict]}>
      <div className="maybe">
        <h2 className="label">{VERDICT_WORDS[verdict]}</h2>
        <ul>
          {others.map((other) => (
            <li key={other.id}>
              <Link href={`/contacts/${other.number}`}>{distinctName(other, contacts)}</Link>
              <span className="meta soft"> of {other.owner.name}</span>
            </li>
          ))}
        </ul>
        <p className="soft">{reasonSentence(reasons)}</p>
        {readOnly || refusal === undefined ? null : <p className="meta quiet">{mergeWhyNot(refusal)}</p>}
        {readOnly ? null : (
          <div className="row wrap">
            {refusal === undefined ? (
              <ButtonLink size="small" href={mergeHref(ids)}>
                Merge…
              </ButtonLink>
            ) : null}
            <Button
              size="small"
              look="plain"
              busy={isBusy}
              aria-label={`Different people: ${others.map(nameOf).join(', ')}`}
              onClick={() => dismiss(ids)}
            >
              Different people
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
