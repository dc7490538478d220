import type {
  addComplianceRule as AddRule,
  ComplianceRule,
  Decision,
  endComplianceRule as EndRule,
  listComplianceRules as ListRules,
  RuleTopic,
  RuleValue,
} from '#contract/compliance.contract.ts';
import type { Body, Query } from '#contract/endpoint.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { isState } from '#rules/places/us-states.ts';
import { plusDays } from '#rules/time/days.ts';
import { writeAudit } from '../../audit.ts';
import { type Tx, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { type Caller, requireContact } from '../contacts/contacts.service.ts';
import { ownDay } from '../profile/own-day.ts';
import * as rows from './compliance-rules.sql.ts';
import { allDecisions } from './may-be-reached.ts';

export function listRules(
  deps: Deps,
  identity: Identity,
  { state }: Query<typeof ListRules>,
): Promise<ComplianceRule[]> {
  return withAccount(deps.pool, identity, async (tx) => {
    const day = await ownDay(deps, tx, identity.userId);
    const rules = (await rows.findRules(tx)).map((rule) => toRule(rule, day));
    return state === undefined ? rules : rules.filter((rule) => rule.state === state);
  });
}

function toRule(rule: rows.FoundRule, day: string): ComplianceRule {
  const isPast = rule.ends_on !== null && (rule.ends_on < day || rule.ends_on < rule.starts_on);
  return { ...rule, state: isPast ? 'past' : rule.starts_on > day ? 'coming' : 'in_force' };
}

/** @throws {Refusal} `refused` by field: a day before today, a value that is not one of the topic. */
export function addRule(
  deps: Deps,
  { identity, requestId }: Caller,
  body: Body<typeof AddRule>,
): Promise<ComplianceRule> {
  if (body.ends_on !== null && body.ends_on < body.starts_on)
    throw refuseField('ends_on', 'The end date is before the effective date.');
  if (body.jurisdiction !== 'US' && !isState(body.jurisdiction.slice(3))) {
    throw refuseField('jurisdiction', 'Unknown state.');
  }
  const value = valueFor(body.rule, body.value);
  // To share is one way and one purpose; calls alone are recorded.
  const reach =
    body.rule === 'data_sharing'
      ? ({ channel: 'share', purpose: null } as const)
      : body.rule === 'recording'
        ? ({ channel: 'call' } as const)
        : {};
  return withAccount(deps.pool, identity, async (tx) => {
    const day = await ownDay(deps, tx, identity.userId);
    if (body.starts_on < day)
      throw refuseField('starts_on', "Choose today or a later date. Rules can't apply to the past.");
    const id = await rows.insertRule(tx, {
      ...body,
      ...reach,
      value,
      title: cleanLine(body.title),
      source: cleanLine(body.source),
      userId: identity.userId,
      at: deps.now(),
    });
    await writeAudit(tx, identity, requestId, {
      action: 'compliance_rule.added',
      subjectType: 'compliance_rule',
      subjectId: id,
      detail: { rule: body.rule, jurisdiction: body.jurisdiction, starts_on: body.starts_on, title: body.title },
    });
    return toRule(await requireRule(tx, id), day);
  });
}

/** Required fields of each topic; other fields of the value are dropped. */
const VALUES: Readonly<Record<RuleTopic, readonly (keyof RuleValue)[]>> = {
  hours: ['from', 'to', 'days'],
  consent: ['written'],
  do_not_call: [],
  opt_out: [],
  data_sharing: ['written'],
  scope_of_appointment: ['hours_before'],
  recording: ['mode'],
  retention: ['years'],
  daily_limit: ['messages'],
};

/** @throws {Refusal} `refused` when a rule on hours has none, one on time no time, or one on recording no way. */
function valueFor(topic: RuleTopic, value: RuleValue): RuleValue {
  if (topic === 'hours') {
    if (value.from === undefined || value.to === undefined) throw refuseField('value.from', 'Enter both hours.');
    if (value.from >= value.to) throw refuseField('value.to', 'The end time is before the start time.');
  }
  if (topic === 'scope_of_appointment' && value.hours_before === undefined) {
    throw refuseField('value.hours_before', 'Enter how many hours before the meeting.');
  }
  if (topic === 'recording' && value.mode === undefined) throw refuseField('value.mode', 'Choose a recording mode.');
  if (topic === 'daily_limit' && value.messages === undefined)
    throw refuseField('value.messages', 'Enter how many messages a day.');
  if (topic === 'retention' && value.years === undefined)
    throw refuseField('value.years', 'Enter the number of years.');
  return Object.fromEntries(VALUES[topic].flatMap((key) => (value[key] === undefined ? [] : [[key, value[key]]])));
}

/**
 * Ends a rule for this account, with its last day in force.
 * @throws {Refusal} `not_found`, `conflict` when it is already over or ended, `refused` for a past day.
 */
export function endRule(
  deps: Deps,
  { identity, requestId }: Caller,
  id: number,
  { ends_on, reason }: Body<typeof EndRule>,
): Promise<ComplianceRule> {
  return withAccount(deps.pool, identity, async (tx) => {
    const day = await ownDay(deps, tx, identity.userId);
    const rule = toRule(await requireRule(tx, id), day);
    if (rule.state === 'past') throw new Refusal('conflict', 'This rule has already ended.');
    if (ends_on < plusDays(day, -1))
      throw refuseField('ends_on', "The last effective day can't be earlier than yesterday.");
    if (rule.ends_on !== null && ends_on > rule.ends_on) {
      throw refuseField('ends_on', 'The rule already ends before that day. Add a rule to follow it.');
    }
    const end = { ruleId: id, endsOn: ends_on, reason: cleanLine(reason), userId: identity.userId, at: deps.now() };
    if (!(await rows.insertRuleEnd(tx, end))) throw new Refusal('conflict', 'Someone else already ended this rule.');
    await writeAudit(tx, identity, requestId, {
      action: 'compliance_rule.ended',
      subjectType: 'compliance_rule',
      subjectId: id,
      detail: { ends_on, reason },
    });
    return toRule(await requireRule(tx, id), day);
  });
}

async function requireRule(tx: Tx, id: number): Promise<rows.FoundRule> {
  const found = await rows.findRule(tx, id);
  if (found === null) throw new Refusal('not_found', 'Rule not found.');
  return found;
}

/** @throws {Refusal} `not_found` */
export function readContactability(deps: Deps, identity: Identity, contactId: number): Promise<Decision[]> {
  return withAccount(deps.pool, identity, async (tx) =>
    allDecisions(tx, deps.seal, await requireContact(tx, identity, contactId), deps.now()),
  );
}
