import { Plus } from 'lucide-react';
import type { Contact } from '#contract/contacts.contract.ts';
import { listPolicies, type Policy } from '#contract/records/policies.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { policyName } from '#rules/insurance/policy-words.ts';
import { formatPlainDate } from '#rules/time/plain-date.ts';
import { utcDay } from '#rules/time/days.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { useResource } from '../_base/use-resource.ts';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { PERIOD_WORDS, STATUS_WORDS } from './policy-words.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import './records.css';

/** Policies that a contact's page shows beside its tabs. Ours. */
const SHOWN = 4;
/** Those that are in force come first, those that ended last. */
const PLACE = { active: 0, applied: 1, quoted: 2, lapsed: 3, cancelled: 4 } as const;

interface ContactPoliciesProps {
  contact: Contact;
  /** Policies to keep room for while they load. */
  known: number;
  readOnly: boolean;
}

/** What the contact has, and a way to all of it. */
export function ContactPolicies({ contact, known, readOnly }: ContactPoliciesProps) {
  const { data, error } = useResource(listPolicies, { params: { id: contact.id } }, { version: contact.last_touch_at });
  const all = (data?.data ?? []).toSorted((one, other) => PLACE[one.status] - PLACE[other.status]);
  const href = `/contacts/${contact.number}?tab=policies`;
  return (
    <section aria-label="Policies at a glance">
      <div className="row">
        <h2 className="label">Policies</h2>
        {readOnly ? null : (
          <ButtonLink size="small" look="plain" icon={Plus} className="end" href={href}>
            Add
          </ButtonLink>
        )}
      </div>
      {data === null && error === null ? (
        <SkeletonLines lines={known === 0 ? 1 : 2 * Math.min(known, SHOWN)} label="Loading policies" />
      ) : null}
      {data !== null && all.length === 0 ? <p className="soft">No policies</p> : null}
      {data === null && error !== null ? <p className="soft">{error.message}</p> : null}
      <ul className="stack">
        {all.slice(0, SHOWN).map((policy) => (
          <li key={policy.id}>
            <p className="row">
              <Link href={href}>{policyName(policy)}</Link>
              <span className="end num">{premiumOf(policy)}</span>
            </p>
            <p className="meta quiet">{stateOf(policy)}</p>
          </li>
        ))}
      </ul>
      {all.length > SHOWN ? (
        <p>
          <Link href={href}>All {all.length} policies</Link>
        </p>
      ) : null}
    </section>
  );
}

const premiumOf = ({ premium_cents: premium, premium_period: period }: Policy): string =>
  premium === null ? '' : `${dollars(premium)}${PERIOD_WORDS[period].short}`;

/** "Active since 03/01/2024, until 02/28/2027". */
function stateOf({ status, effective_on: from, expires_on: to }: Policy): string {
  const isPast = from !== null && from <= utcDay(clockNow());
  const since = from === null ? '' : ` ${status === 'active' && isPast ? 'since' : 'from'} ${formatPlainDate(from)}`;
  return `${STATUS_WORDS[status].word}${since}${to === null ? '' : `, until ${formatPlainDate(to)}`}`;
}
