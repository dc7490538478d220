import { type RawBuilder, sql } from 'kysely';
import type { RuleCited } from '#contract/compliance/rule-cited.contract.ts';
import { type DatedRule, sharingRules } from '#rules/compliance/contactability.ts';
import { numbersOf } from '#rules/places/us-places.ts';
import { zipPrefixesOf } from '#rules/places/whereabouts.ts';
import { utcDay } from '#rules/time/days.ts';
import type { Tx } from '../../db/tx.ts';
import { findRules } from './compliance-rules.sql.ts';

/** Conditions on the contact `c`, when it moves to another business unit than its owner's. */
export interface Sharing {
  /** A rule in effect at its location requires consent. */
  readonly asked: RawBuilder<boolean>;
  /** True without consent and without a withdrawal. */
  readonly missing: RawBuilder<boolean>;
  /** True after a refusal, with or without a rule. */
  readonly withdrawn: RawBuilder<boolean>;
}

export interface SharingGate {
  /** The rule that affects the most contacts. `null` when no rule in force requires consent. */
  readonly rule: RuleCited | null;
  /** `toUnit`: the unit that the contact moves to; `ownersUnit`: that of its owner, if joined. SQL expressions. */
  readonly sharing: (toUnit: RawBuilder<unknown>, ownersUnit?: RawBuilder<unknown>) => Sharing;
}

/** The unit of who sees a contact: its own column stays behind when its owner moves. */
const OWNERS_UNIT = sql`(select u.business_unit_id from users u where u.id = c.owner_id)`;

/** Dated rules for contacts that move to another business unit: like `decide` for `share`, for many at a time. */
export async function sharingGate(tx: Tx, at: Date): Promise<SharingGate> {
  const rules = sharingRules(await findRules(tx), utcDay(at));
  const rule = rules.find(({ jurisdiction }) => jurisdiction === 'US') ?? rules[0];
  return {
    rule: rule === undefined ? null : { id: rule.id, title: rule.title, source: rule.source },
    sharing: (toUnit, ownersUnit = OWNERS_UNIT) => {
      const leaves = sql<boolean>`${ownersUnit} <> ${toUnit}`;
      // In this order: places are read only for those that leave, few or none within one unit.
      const asked = sql<boolean>`(${leaves} and ${bound(rules)})`;
      return {
        asked,
        missing: sql<boolean>`(${asked} and not exists (${given(at)}) and not exists (${stopped(at)}))`,
        withdrawn: sql<boolean>`(${leaves} and exists (${stopped(at)}
          and not exists (${given(at)} and g.given_at > w.given_at)))`,
      };
    },
  };
}

/** True when one of these rules covers a possible location of the contact. States are stored as two letters. */
function bound(rules: readonly DatedRule[]): RawBuilder<boolean> {
  if (rules.length === 0) return sql`false`;
  if (rules.some(({ jurisdiction }) => jurisdiction === 'US')) return sql`true`;
  const states = rules.map(({ jurisdiction }) => jurisdiction.slice(3));
  return sql`(c.state = any(${states}::text[]) or (c.zip_code ~ '^\\d{5}(-?\\d{4})?$' and left(c.zip_code, 3) = any(${zipPrefixesOf(states)}::text[]))
    or coalesce(left(c.phone, 5) = any(${numbersOf(states)}::text[]), false))`;
}

/** Consent that has not run out; slips do not count. */
const given = (at: Date) => sql`select from contact_consents g where g.contact_id = c.id and g.channel = 'share'
  and g.kind = 'given' and g.given_at <= ${at}
  and (g.expires_on is null or g.expires_on >= (${at}::timestamptz at time zone 'UTC')::date) and not ${isRetracted('g')}`;

const stopped = (at: Date) => sql`select from contact_consents w where w.contact_id = c.id
  and w.channel in ('share', 'any') and w.purpose in ('service', 'any') and w.kind = 'withdrawn' and w.given_at <= ${at}
  and not ${isRetracted('w')}`;

const isRetracted = (entry: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from contact_consents x where x.retracts_id = ${sql.ref(`${entry}.id`)})`;
