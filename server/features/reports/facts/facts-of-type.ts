import type { ReportType } from '#contract/reports/definition.contract.ts';
import { activePolicies, addedContacts, allContacts, endingPolicies, soldPolicies } from './book-facts.ts';
import type { Asked, FactSource } from './fact-source.ts';
import { begunBroadcasts, requestedTransfers, spentMoney, startedImports, usedServices } from './run-facts.ts';
import { ledgerEntries, madeCalls, recordedCalls, sentEmails, sentTexts, writtenNotes } from './work-facts.ts';

/** The facts that each type of report counts. */
export const FACTS: Readonly<Record<ReportType, readonly ((asked: Asked) => FactSource)[]>> = {
  production: [soldPolicies],
  policy_book: [activePolicies],
  renewals: [endingPolicies],
  activity: [madeCalls, sentTexts, sentEmails, writtenNotes],
  leaderboard: [soldPolicies, addedContacts, madeCalls],
  conversion: [addedContacts],
  pipeline: [allContacts],
  imports: [startedImports],
  transfers: [requestedTransfers],
  campaigns: [begunBroadcasts],
  compliance: [ledgerEntries, recordedCalls],
  usage: [usedServices, spentMoney],
};
