import type { Decision } from '#contract/compliance.contract.ts';
import { decisionSentence } from '#rules/compliance/contactability-words.ts';
import type { InsightFacts } from './insight-facts.ts';
import { dateIn, type InsightPoint, pageOf } from './insight-point.ts';
import type { Matter } from './point-importance.ts';

const CHANNELS = ['call', 'text', 'mail'] as const;
export type ReachedBy = (typeof CHANNELS)[number];

const WORDS: Readonly<Record<ReachedBy, string>> = { call: 'call', text: 'text', mail: 'e-mail' };

/** Returns whether they may be called, texted and e-mailed right now, each with the reason. */
export const reachPoints = (facts: InsightFacts): InsightPoint[] =>
  CHANNELS.flatMap((channel) => reach(facts, channel));

function reach({ contact, decisions, zone }: InsightFacts, channel: ReachedBy): InsightPoint[] {
  const of = (purpose: Decision['purpose']) =>
    decisions.find((decision) => decision.channel === channel && decision.purpose === purpose);
  const [sell, serve] = [of('marketing'), of('service')];
  if (sell === undefined || serve === undefined) return [];
  // Reports marketing restrictions; without any, contact is allowed.
  const told = sell.allowed ? sell : serve.allowed ? sell : serve;
  const rule = told.rule === null ? [] : [{ label: `${told.rule.title} (${told.rule.source})`, href: null }];
  return [
    {
      id: `reach.${channel}`,
      kind: 'reach',
      matter: matterOf(channel, sell),
      text: `${answerOf(channel, sell, serve)} ${decisionSentence(told)}${againWords(told, zone)}`,
      sources: [{ label: 'Consent', href: pageOf(contact, 'consent'), at: told.at }, ...rule],
      at: told.at,
    },
  ];
}

function answerOf(channel: ReachedBy, sell: Decision, serve: Decision): string {
  if (sell.allowed) return `You can ${WORDS[channel]} now.`;
  return serve.allowed
    ? `You can ${WORDS[channel]} now for service, not for marketing.`
    : `You can't ${WORDS[channel]} now.`;
}

function matterOf(channel: ReachedBy, { allowed, reason }: Decision): Matter {
  if (channel !== 'call') return 'reach_other';
  if (allowed) return 'may_call';
  if (reason === 'withdrawn' || reason === 'do_not_call') return 'stop';
  return reason === 'outside_hours' ? 'not_now' : 'reach_other';
}

/** ` Next allowed time: 11/22/2026, 8:00 AM your time.` */
function againWords({ next_at: next }: Decision, timeZone: string): string {
  if (next === null) return '';
  const time = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(
    new Date(next),
  );
  return ` Next allowed time: ${dateIn(timeZone, next)}, ${time.replaceAll('\u202f', ' ')} your time.`;
}
