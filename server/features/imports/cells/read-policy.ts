import type { PolicyPart } from '#contract/imports/policy-columns.contract.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import {
  premiumModeOf,
  readPolicyStatus,
  readPolicyType,
  readPremium,
  readPremiumMode,
} from '#rules/imports/policy-cells.ts';
import { POLICY_FIELD_WORDS } from '#rules/imports/policy-field-words.ts';
import { byField, type PolicyValues, type RowPolicy } from './policy-values.ts';
import { readDate } from './read-cell.ts';
import { leave, noDate, NOTHING, problem, quoted, type Reader, type Reading } from './read-field.ts';
import type { MappedColumn } from './row-values.ts';

/** Digits that a spreadsheet has cut off: `1.23457E+11`. */
const CUT_NUMBER = /^\d(\.\d+)?E\+\d+$/i;

/** What one cell says; a text is the sentence of its fault. */
function valuesOf(
  part: PolicyPart,
  text: string,
  { rules: { today } }: Reading,
  { label = '', dateOrder }: MappedColumn,
  name: string,
): PolicyValues | { readonly fault: string } {
  const unknown = { fault: `${name} ${quoted(text)} is unknown.` };
  switch (part) {
    case 'carrier':
      return { carrier: cleanLine(text) };
    case 'plan':
      return { plan_name: cleanLine(text) };
    case 'number':
      return CUT_NUMBER.test(text)
        ? { fault: `${name} ${quoted(text)} lost digits in a spreadsheet.` }
        : { policy_number: cleanLine(text) };
    case 'type': {
      const type = readPolicyType(text);
      return type === null ? unknown : { type };
    }
    case 'status': {
      const status = readPolicyStatus(text);
      return status === null ? unknown : { status };
    }
    case 'premium': {
      const premium = readPremium(text);
      if (premium === null) return { fault: `${name} ${quoted(text)} isn't an amount in dollars.` };
      const period = premium.period ?? premiumModeOf(label);
      return { premium_cents: premium.cents, ...(period && { premium_period: period }) };
    }
    case 'premium_mode': {
      const premium_period = readPremiumMode(text);
      return premium_period === null ? unknown : { premium_period };
    }
    case 'effective_on': {
      // A policy may begin next year.
      const date = readDate(text, String(Number(today.slice(0, 4)) + 1), dateOrder);
      return date === null ? { fault: noDate(name, text, dateOrder) } : { effective_on: date };
    }
  }
}

const REASONS = { premium: 'premium_unreadable', effective_on: 'date_unreadable' } as const;

export const POLICY_READERS = byField((field, part, place): Reader => {
  const reason = part === 'premium' || part === 'effective_on' ? REASONS[part] : 'value_unknown';
  return (text, reading, column) => {
    if (NOTHING.test(text) && part !== 'premium') return null;
    // An empty premium is `-`, one of nothing `0`.
    if (NOTHING.test(text) && !/\d/.test(text)) return null;
    const found = valuesOf(part, text, reading, column, POLICY_FIELD_WORDS[field]);
    if ('fault' in found) return problem(reason, field, found.fault);
    // `Cancer` is a type of its own that a policy can't have.
    if (found.type === 'other' && !/^other$/i.test(text)) leave(reading, column, text);
    reading.policies ??= new Map();
    const policy = reading.policies.get(place) ?? { values: {}, cells: [] };
    // The mode in a column of its own is the one that counts.
    const values = part === 'premium' ? { ...found, ...policy.values } : { ...policy.values, ...found };
    reading.policies.set(place, { values, cells: [...policy.cells, { column, text }] });
    return null;
  };
});

/**
 * Completes the policies of a row. One without a carrier and a plan is none: its cells are kept aside, and when they say
 * more than a type, the missing carrier is an unread cell.
 */
export function takePolicies(reading: Reading): void {
  const { policies, rules, values } = reading;
  if (policies === null) return;
  const named: RowPolicy[] = [];
  for (const [place, { values: found, cells }] of policies) {
    if (found.carrier || found.plan_name) {
      named.push({ place, values: found });
      continue;
    }
    const says = found.policy_number ?? found.premium_cents ?? found.effective_on;
    const columns = [`${place}_carrier`, `${place}_plan`].flatMap(
      (field) => rules.fields.find((column) => column.field === field) ?? [],
    );
    const missing = columns[0] ?? cells[0]?.column;
    const unread = new Set(reading.unread?.map(({ index }) => index));
    if (says !== undefined && missing !== undefined && !unread.has(missing.index)) {
      const message = 'A policy needs a carrier or a plan.';
      (reading.unread ??= []).push({ index: missing.index, field: missing.field, reason: 'policy_unnamed', message });
    }
    for (const { column, text } of cells) {
      const isKept = reading.left?.some(({ label, value }) => label === column.label && value === text) === true;
      if (!isKept) leave(reading, column, text);
    }
  }
  values.policies = named.length === 0 ? null : JSON.stringify(named.toSorted((a, b) => (a.place < b.place ? -1 : 1)));
}
