import type { TimelineEntry } from '#contract/timeline.contract.ts';
import { plainWords } from '#rules/contacts/field-words.ts';
import { consentDeeds } from './consent-deed.ts';

/** Action, after the user's name. */
const WORDS: Readonly<Record<string, string>> = {
  'activity.logged': 'logged an activity',
  'activity.removed': 'removed a logged activity',
  'activity.restored': 'restored a logged activity',
  'aftercare.enrolled': 'enrolled the family in aftercare',
  'aftercare.step_marked': 'marked a step of aftercare',
  'aftercare.withdrawn': 'undid the enrollment in aftercare',
  'bulk_job.undone': 'undid a change',
  'consent.recorded': 'recorded consent or an opt-out',
  'consent.retracted': 'retracted a consent entry',
  'contact.assigned': 'assigned the contact to another owner',
  'contact.created': 'added the contact',
  'contact.emailChecked': 'checked the e-mail address',
  'contact.emailVouched': 'vouched for the e-mail address',
  'contact.held': 'placed a legal hold',
  'contact.erasure_requested': 'requested the erasure of personal data',
  'contact.erasure_refused': 'stopped the erasure of personal data',
  'contact.linked': 'linked another contact',
  'contact.released': 'lifted the legal hold',
  'contact.unlinked': 'removed the link to another contact',
  'contact.returned': 'returned the contact to its owner',
  'contact.revealed': 'viewed sensitive information',
  'contact.tagged': 'changed the tags',
  'contact.updated': 'changed',
  'contacts.campaign_started': 'started a campaign',
  'contacts.workflow_started': 'started a workflow',
  'workflow.contacts_moved': 'moved the contact to another version of a workflow',
  'contacts.deleted': 'deleted the contact',
  'contacts.grouped': 'changed the group',
  'contacts.opted_out': 'recorded Do Not Call',
  'contacts.merged': 'merged the contact with another contact',
  'contacts.pooled': 'changed the pool',
  'contacts.restored': 'restored the contact',
  'contacts.status_changed': 'changed the status',
  'contacts.tagged': 'changed the tags',
  'contacts.unmerged': 'unmerged the contact',
  'conversation.assigned': 'assigned the conversation',
  'conversation.attached': 'added a conversation with an unknown number',
  'conversation.closed': 'closed or reopened the conversation',
  'data_capture.updated': 'changed custom fields',
  'duplicates.dismissed': 'marked a possible duplicate as a different person',
  'duplicates.restored': 'undid marking a possible duplicate as a different person',
  'email.recorded': 'logged an e-mail',
  'email.sent': 'sent an e-mail',
  'email.sentAgain': 'resent an e-mail',
  'file.deleted': 'deleted a file',
  'file.infected': 'uploaded a file with a virus, which was removed',
  'file.refused': 'uploaded a file that was rejected',
  'file.restored': 'restored a file',
  'file.updated': 'changed a file',
  'file.uploaded': 'uploaded a file',
  'fire_light.application_started': 'started an application',
  'medicare.imported': 'imported Medicare information',
  'note.created': 'noted',
  'note.deleted': 'deleted a note',
  'note.pinned': 'changed the pinned note',
  'note.restored': 'restored a note',
  'note.updated': 'changed a note',
  'policy.created': 'added a policy',
  'policy.deleted': 'deleted a policy',
  'policy.restored': 'restored a policy',
  'policy.updated': 'changed a policy',
  'revocation.answered': 'decided whether a text was an opt-out',
  'rx_details.updated': 'changed the Rx details',
  'sealed_fields.updated': 'changed sensitive information',
  'security.created': 'added a security',
  'security.deleted': 'deleted a security',
  'security.restored': 'restored a security',
  'security.updated': 'changed a security',
  'sequence.started': 'started a campaign',
  'sequence.stopped': 'stopped a campaign',
  'text.canceled': 'canceled a text',
};

/** Label of an audit action; an action without a label shows its own name. */
export function actionWords(action: string): string {
  const known = WORDS[action];
  if (known !== undefined) return known;
  const [thing = '', done = ''] = action.split('.');
  return `${plainWords(done)} ${plainWords(thing)}`.trim();
}

export const hasWords = (action: string): boolean => action in WORDS;

const CHOICES: Readonly<Record<string, string>> = {
  group: 'group',
  status: 'status',
  agentflow_status: 'Agentflow status',
  pool: 'pool',
};

/** Effect of a bulk change on this contact: "set the status to Won (bulk change)". */
export function bulkWords(bulk: Omit<BulkEntry, 'of' | 'id' | 'undone'>): string {
  const { action, mode, names, changed, consents, alone } = bulk;
  const deeds = [
    ...(changed ? [deedOf(action, mode, names.join(', '), names.length)] : []),
    ...(consents.length > 0 ? [`recorded ${consentDeeds(consents)}`] : []),
  ];
  return `${deeds.join(', and ') || 'changed the contact'}${alone ? '' : ' (bulk change)'}`;
}

type BulkEntry = Extract<TimelineEntry['what'], { of: 'bulk' }>;

function deedOf(action: string, mode: string | null, names: string, count: number): string {
  if (action === 'delete') return 'deleted the contact';
  if (action === 'restore') return 'restored the contact';
  if (action === 'workflow_move') return `moved the contact to another version of ${names}`;
  if (action === 'campaign' || action === 'workflow') return `started the ${action} ${names}`;
  const choice = CHOICES[action];
  if (choice !== undefined) return count === 0 ? `removed the ${choice}` : `set the ${choice} to ${names}`;
  if (action !== 'tags') return 'changed the contact';
  if (count === 0) return 'removed all tags';
  const tags = `the ${count === 1 ? 'tag' : 'tags'} ${names}`;
  if (mode === 'replace') return `replaced all tags with ${names}`;
  return `${mode === 'remove' ? 'removed' : 'added'} ${tags}`;
}
