import { Megaphone } from 'lucide-react';
import { Suspense } from 'react';
import { type CampaignTrigger, campaignTriggers, MAX_TRIGGER_BODY } from '#contract/campaign-triggers.contract.ts';
import { corporations } from '#contract/corporations.contract.ts';
import { broadcastEmails } from '#contract/email-templates.contract.ts';
import { lintTemplate } from '#rules/messages/lint-template.ts';
import { useResource } from '../_base/use-resource.ts';
import { useUnits } from '../_base/use-units.ts';
import { MergeFieldChoice } from '../email-templates/MergeFieldChoice.tsx';
import { TemplateNotes } from '../email-templates/TemplateNotes.tsx';
import { ListPage } from '../_resource/ListPage.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { InactiveDays, StepDelays } from './StepDelays.tsx';
import { StoredFile } from './StoredFile.tsx';
import { OCCASIONS, occasionLabel, REPEATS, stateOf, TYPES, typeLabel } from './trigger-words.ts';

const TriggerSequence = lazyPart(() => import('./TriggerSequence.tsx'), 'TriggerSequence');

/** Days without contact of a new trigger. Ours: a quarter. */
const INACTIVE_DAYS = 90;
const NEW_TRIGGER = {
  trigger_type: 'sms',
  trigger: 'manual',
  recurrence: 'none',
  inactive_days: INACTIVE_DAYS,
  start_imported: false,
} as const;

/** Choices of a form, all of them. */
const CHOICES = 200;

/** Content and settings of campaigns, and who is in them. */
export function CampaignTriggersPage() {
  const { units, forUnit } = useUnits();
  const emails = useResource(broadcastEmails.list, { query: { limit: CHOICES } }).data?.data ?? [];
  const texts = useResource(campaignTriggers.list, { query: { limit: CHOICES, trigger_type: 'sms' } }).data?.data ?? [];
  const sponsors = useResource(corporations.list, { query: { limit: CHOICES } }).data?.data ?? [];
  return (
    <ListPage
      of={campaignTriggers}
      icon={Megaphone}
      about="A campaign trigger holds the text or the templates of a campaign, and says where agents can choose it."
      searched="Name, category, text"
      nameOf={({ name }) => name}
      columns={[
        { head: 'Name', cell: ({ name }) => name, sortBy: 'name', narrow: 'title' },
        {
          head: 'Type',
          cell: ({ trigger_type: type }) => typeLabel(type),
          sortBy: 'trigger_type',
          narrow: 'aside',
          width: '6em',
        },
        { head: 'Category', cell: ({ category }) => category, sortBy: 'category', narrow: 'none' },
        { head: 'Occasion', cell: ({ trigger }) => occasionLabel(trigger), sortBy: 'trigger', narrow: 'sub' },
        { head: 'Status', cell: stateOf, sortBy: 'enabled', narrow: 'sub-aside', width: '8em' },
        { ...forUnit, narrow: 'none' },
      ]}
      values={(trigger) => trigger ?? NEW_TRIGGER}
      fields={({ text, choice, pick, area, check, several, list, file, live }, trigger) => (
        <>
          <p className="whole soft">
            An enabled and approved trigger can start on its occasion. Every message first asks whether it may be sent.
          </p>
          {text('name', 'Name', { maxLength: 120 })}
          {choice('trigger_type', 'Type', TYPES)}
          {trigger === null && units.length > 1 ? pick('business_unit_id', 'For', units, 'Entire account') : null}
          {text('category', 'Category', { maxLength: 80 })}
          {choice('trigger', 'Occasion', OCCASIONS)}
          {choice('recurrence', 'Repeats', REPEATS)}
          {live(({ trigger: occasion, inactive_days: days = INACTIVE_DAYS }, write) =>
            occasion === 'no_contact' ? (
              <InactiveDays days={days} onWrite={(next) => write('inactive_days', next)} />
            ) : occasion === 'contact_added' ? (
              <div className="whole">{check('start_imported', 'Start for imported contacts, too')}</div>
            ) : null,
          )}
          {list(
            'tags',
            'Labels',
            'Separate with commas. They name the statuses or tags that start it; without labels, all do.',
          )}
          {sponsors.length === 0
            ? null
            : several(
                'corporation_ids',
                'Corporations',
                sponsors.filter(({ id, retired }) => !retired || trigger?.corporation_ids.includes(id) === true),
                'Add a corporation',
              )}
          {area('description', 'Description', { maxLength: 500, rows: 2 })}
          {live(({ trigger_type: type = 'sms' }) =>
            type === 'email'
              ? several('all_email_ids', 'E-mail templates', emails, 'Add a template')
              : area('body', 'Text', { maxLength: MAX_TRIGGER_BODY, rows: 5 }),
          )}
          {live(({ trigger_type: type = 'sms', body = '' }, write) =>
            type === 'email' ? null : (
              <>
                <MergeFieldChoice field="body" text={body} onWrite={(next) => write('body', next)} />
                <TemplateNotes notes={lintTemplate({ channel: 'text', subject: '', body, format: 'text' })} />
                {several(
                  'all_sms_trigger_ids',
                  'Followed by',
                  texts.filter(({ id }) => id !== trigger?.id),
                  'Add a trigger',
                )}
              </>
            ),
          )}
          {live((draft, write) => (
            <StepDelays
              steps={stepNames(draft, draft.trigger_type === 'email' ? emails : texts)}
              delays={draft.step_delays ?? []}
              onWrite={(next) => write('step_delays', next)}
            />
          ))}
          {file('File', '.png,.jpg,.jpeg,.gif,.pdf', fileHint(trigger))}
          {trigger?.file ? <StoredFile trigger={trigger} /> : null}
          <div className="whole stack">
            {check('enabled', 'Enabled')}
            {check('compliant', 'Approved for marketing')}
            {check('auto_trigger', 'Start on its occasion')}
            {check('show_on_bulk', 'Show in bulk messages')}
            {check('show_on_conversation', 'Show in conversations')}
            {check('show_on_event', 'Show at appointments')}
          </div>
          {trigger === null ? null : (
            <Suspense>
              <TriggerSequence trigger={trigger} />
            </Suspense>
          )}
        </>
      )}
    />
  );
}

type Steps = {
  readonly [Name in 'trigger_type' | 'all_email_ids' | 'all_sms_trigger_ids']?: CampaignTrigger[Name] | undefined;
};

/** Names of the steps as they are chosen. */
function stepNames(
  { trigger_type: type, all_email_ids: emails = [], all_sms_trigger_ids: texts = [] }: Steps,
  rows: readonly { readonly id: number; readonly name: string }[],
): string[] {
  const names = (ids: readonly number[]) => ids.map((id) => rows.find((row) => row.id === id)?.name ?? 'Deleted');
  return type === 'email' ? names(emails) : ['This text', ...names(texts)];
}

const fileHint = (trigger: CampaignTrigger | null): string =>
  trigger?.file
    ? `${trigger.file.name} is stored. Choose another file to replace it.`
    : 'Goes out with its text, or with its first e-mail. PNG, JPEG or GIF up to 5 MB, or a PDF: 500 KB by text.';
