import type * as z from 'zod/v4/core';
import type { Endpoint } from '#contract/endpoint.ts';
import { Id, PathId } from '#contract/_wire.contract.ts';
import { fieldsOf } from './example-of.ts';
import type { KindName } from './kinds.ts';
import { RESOURCE_SPECS } from './resources.ts';

export type Part = 'params' | 'query' | 'body';

/** A field of a request that names a row. */
export interface Target {
  readonly part: Part;
  /** Dotted. */
  readonly path: string;
  readonly many: boolean;
  readonly kind: KindName;
  /** Status of a request that names what is not there for the asker. */
  readonly absent: number;
}

interface PlaceOfKind {
  /** Start of the endpoint's path; the longest that fits wins. */
  readonly under: string;
  /** Last part of the field's path. */
  readonly field: string;
  readonly kind: KindName;
  /** Absent means 404. 422: a reference in a form; 200: left out of many, or an empty list. */
  readonly absent?: number;
}

/** Which field names what. A new endpoint whose field stands nowhere here fails the matrix. */
const PLACES: readonly PlaceOfKind[] = [
  ...RESOURCE_SPECS.flatMap(([kind, { resource, rows }]): PlaceOfKind[] => [
    { under: resource.about.path, field: 'id', kind },
    ...(rows === 'account'
      ? []
      : [{ under: resource.about.path, field: 'business_unit_id', kind: 'listUnit', absent: 422 } as const]),
  ]),
  { under: '/v1/admin/campaign_triggers', field: 'all_email_ids', kind: 'emailTemplateChoice', absent: 422 },
  { under: '/v1/admin/campaign_triggers', field: 'all_sms_trigger_ids', kind: 'campaignTriggerChoice', absent: 422 },
  { under: '/v1/admin/emails/bulk_update', field: 'ids', kind: 'emailTemplate' },
  { under: '/v1/admin/emails/preview', field: 'contact_id', kind: 'contact' },
  { under: '/v1/aftercares', field: 'id', kind: 'contact' },
  { under: '/v1/fire_light', field: 'contact_id', kind: 'contact', absent: 422 },
  { under: '/v1/contacts', field: 'applicationId', kind: 'application' },
  { under: '/v1/aftercares', field: 'family_contact_id', kind: 'contact', absent: 422 },
  { under: '/v1/contacts/:id/fill_email', field: 'email_id', kind: 'emailTemplateChoice' },
  { under: '/v1/contacts', field: 'id', kind: 'contact' },
  { under: '/v1/contacts/:id/fill_text', field: 'campaign_trigger_id', kind: 'usableTrigger', absent: 422 },
  { under: '/v1/contacts/:id/start_campaign', field: 'campaign_trigger_id', kind: 'usableTrigger', absent: 422 },
  { under: '/v1/contacts/start_campaign_group', field: 'campaign_trigger_id', kind: 'usableTrigger', absent: 422 },
  { under: '/v1/contacts/start_workflow_group', field: 'workflow_id', kind: 'workflow', absent: 422 },
  { under: '/v1/admin/sequence_enrollments', field: 'id', kind: 'enrollment' },
  { under: '/v1/workflow/wf_categories', field: 'id', kind: 'workflowCategory' },
  { under: '/v1/workflow/wf_categories/bulk_update', field: 'id', kind: 'workflowCategory', absent: 422 },
  { under: '/v1/workflow/wf_templates', field: 'id', kind: 'workflowTemplate' },
  { under: '/v1/workflow/wf_flows', field: 'id', kind: 'workflow' },
  { under: '/v1/workflow/wf_runs', field: 'id', kind: 'workflowRun' },
  { under: '/v1/workflow/wf_dry_runs', field: 'id', kind: 'dryRun' },
  { under: '/v1/workflow/wf_dry_runs', field: 'flow_id', kind: 'anyReference', absent: 200 },
  { under: '/v1/workflow', field: 'category_id', kind: 'workflowCategory', absent: 422 },
  { under: '/v1/workflow', field: 'business_unit_id', kind: 'listUnit', absent: 422 },
  { under: '/v1/workflow', field: 'template_id', kind: 'workflowTemplate', absent: 422 },
  { under: '/v1/workflow', field: 'from_id', kind: 'workflow', absent: 422 },
  { under: '/v1/workflow', field: 'contact_id', kind: 'contact' },
  { under: '/v1/workflow/wf_flows/:id/history', field: 'contact_id', kind: 'anyReference', absent: 200 },
  ...['ids', 'tag_id', 'status_id', 'owner_id', 'flow_id', 'kit_id', 'definition.steps.id'].map(
    (field): PlaceOfKind => ({ under: '/v1/workflow', field, kind: 'anyReference', absent: 200 }),
  ),
  { under: '/v1/contacts', field: 'noteId', kind: 'note' },
  { under: '/v1/contacts', field: 'activityId', kind: 'activity' },
  { under: '/v1/contacts', field: 'emailId', kind: 'email' },
  { under: '/v1/contacts', field: 'consentId', kind: 'consent' },
  { under: '/v1/contacts', field: 'policyId', kind: 'policy' },
  { under: '/v1/contacts', field: 'securityId', kind: 'security' },
  { under: '/v1/contacts', field: 'fileId', kind: 'file' },
  { under: '/v1/contacts/import_attachments', field: 'attachmentImportId', kind: 'attachmentImport' },
  { under: '/v1/contacts', field: 'contact_id', kind: 'contact' },
  { under: '/v1/contacts', field: 'linked_contact_id', kind: 'contact', absent: 422 },
  { under: '/v1/contacts', field: 'tag_ids', kind: 'tag', absent: 422 },
  { under: '/v1/contacts', field: 'ids', kind: 'contact', absent: 200 },
  { under: '/v1/contacts', field: 'pool_id', kind: 'shelf' },
  { under: '/v1/contacts', field: 'downline_user_id', kind: 'contactOwner' },
  { under: '/v1/contacts', field: 'import_id', kind: 'attempt' },
  { under: '/v1/contacts', field: 'owner', kind: 'importOwner', absent: 422 },
  { under: '/v1/contacts', field: 'pool', kind: 'pool', absent: 422 },
  { under: '/v1/contacts', field: 'tags', kind: 'tag', absent: 422 },
  { under: '/v1/contacts', field: 'updated_lead_tags', kind: 'tag', absent: 422 },
  { under: '/v1/contacts', field: 'api_vendor_id', kind: 'importVendor', absent: 422 },
  { under: '/v1/contacts', field: 'import_setting_id', kind: 'importSetting', absent: 422 },
  { under: '/v1/import_settings', field: 'id', kind: 'ownSetting' },
  { under: '/v1/import_settings', field: 'owner', kind: 'importOwner', absent: 422 },
  { under: '/v1/import_settings', field: 'pool', kind: 'pool', absent: 422 },
  { under: '/v1/import_settings', field: 'tags', kind: 'tag', absent: 422 },
  { under: '/v1/import_settings', field: 'updated_lead_tags', kind: 'tag', absent: 422 },
  { under: '/v1/contacts/bulk_jobs', field: 'id', kind: 'bulkJob' },
  { under: '/v1/contacts/find_duplicates', field: 'except_id', kind: 'anyReference', absent: 200 },
  { under: '/v1/contacts/list_duplicates', field: 'contact_id', kind: 'contact', absent: 200 },
  { under: '/v1/contacts/dismiss_duplicates', field: 'ids', kind: 'contact' },
  { under: '/v1/contacts/restore_duplicates', field: 'ids', kind: 'contact' },
  { under: '/v1/contacts/merge', field: 'ids', kind: 'contact' },
  { under: '/v1/contacts/list_merges', field: 'contact_id', kind: 'contact', absent: 200 },
  { under: '/v1/contacts/merges', field: 'id', kind: 'merge' },
  { under: '/v1/contacts/transfer_attempts', field: 'id', kind: 'transfer' },
  { under: '/v1/contacts/transfer_attempts', field: 'ids', kind: 'anyReference', absent: 200 },
  { under: '/v1/contacts/update_transfer_group', field: 'ids', kind: 'givenContact', absent: 200 },
  { under: '/v1/contacts', field: 'to_user_ids', kind: 'transferTarget', absent: 422 },
  { under: '/v1/call-list', field: 'ids', kind: 'contact', absent: 200 },
  { under: '/v1/call-list', field: 'pool_id', kind: 'shelf' },
  { under: '/v1/call-list', field: 'downline_user_id', kind: 'contactOwner' },
  { under: '/v1/export.:format', field: 'ids', kind: 'contact', absent: 409 },
  { under: '/v1/export.:format', field: 'pool_id', kind: 'shelf' },
  { under: '/v1/export.:format', field: 'downline_user_id', kind: 'contactOwner' },
  { under: '/v1/exports', field: 'id', kind: 'exported' },
  { under: '/v1/booking_types', field: 'id', kind: 'bookingType' },
  { under: '/v1/events', field: 'id', kind: 'calendarEvent' },
  { under: '/v1/events/changes', field: 'id', kind: 'eventChange' },
  { under: '/v1/events', field: 'downline_user_id', kind: 'contactOwner' },
  { under: '/v1/events/contact_events', field: 'contact_id', kind: 'contact' },
  { under: '/v1/events', field: 'contact_id', kind: 'contact', absent: 422 },
  { under: '/v1/authorizations', field: 'id', kind: 'authorization' },
  { under: '/v1/authorizations', field: 'calendars', kind: 'authorizationCalendar', absent: 422 },
  { under: '/v1/authorizations', field: 'target', kind: 'authorizationCalendar', absent: 422 },
  { under: '/v1/authorizations', field: 'contact_ids', kind: 'contact', absent: 422 },
  { under: '/v1/soa_requests', field: 'id', kind: 'soaRequest' },
  { under: '/v1/soa_requests', field: 'contact_id', kind: 'contact', absent: 422 },
  { under: '/v1/soa_requests/:id/record', field: 'file_id', kind: 'soaFile', absent: 422 },
  { under: '/v1/users/webpage_leads', field: 'id', kind: 'webpageLead' },
  { under: '/v1/erasures', field: 'id', kind: 'erasure' },
  { under: '/v1/contacts/prints', field: 'id', kind: 'printJob' },
  { under: '/v1/contacts/batch_print_status', field: 'jid', kind: 'printJob' },
  { under: '/v1/contacts/broadcasts', field: 'id', kind: 'broadcast' },
  ...(
    [
      'mailing_group',
      'sms_group',
      'send_test_email',
      'send_test_sms',
      'send_broadcast_email',
      'send_broadcast_sms',
    ] as const
  ).map((name): PlaceOfKind => ({ under: `/v1/contacts/${name}`, field: 'broadcast_id', kind: 'broadcast' })),
  ...(
    [
      ['/v1/contacts/broadcasts', 422],
      // Without contacts nothing is sent, whatever else is named.
      ['/v1/contacts/send_broadcast_sms', 409],
      ['/v1/contacts/send_broadcast_email', 409],
    ] as const
  ).flatMap(([under, absent]): PlaceOfKind[] => [
    { under, field: 'campaign_trigger_id', kind: 'campaignText', absent },
    { under, field: 'recurrence_campaign_trigger_id', kind: 'campaignText', absent },
    { under, field: 'email_id', kind: 'campaignText', absent },
    { under, field: 'email_campaign_trigger_id', kind: 'campaignText', absent },
  ]),
  { under: '/v1/contacts/send_broadcast_sms', field: 'ids', kind: 'contact', absent: 409 },
  { under: '/v1/contacts/send_broadcast_email', field: 'ids', kind: 'contact', absent: 409 },
  { under: '/v1/admin/failed_jobs', field: 'jid', kind: 'failedJob' },
  { under: '/v1/contacts/letter_templates', field: 'id', kind: 'letterTemplate' },
  { under: '/v1/contacts/selected_items', field: 'selection.contacts_scope.pool_id', kind: 'shelf' },
  { under: '/v1/contacts/selected_items', field: 'pool_id', kind: 'pool', absent: 422 },
  { under: '/v1/contacts/selected_items', field: 'campaign_trigger_id', kind: 'usableTrigger', absent: 422 },
  { under: '/v1/contacts/selected_items', field: 'workflow_id', kind: 'workflow', absent: 422 },
  { under: '/v1/contacts/update_pool_group', field: 'contacts_scope.pool_id', kind: 'shelf' },
  { under: '/v1/contacts/update_pool_group', field: 'pool_id', kind: 'pool', absent: 422 },
  { under: '/v1/contacts/import_attempts', field: 'id', kind: 'attempt' },
  { under: '/v1/contacts/delete_import_attempts', field: 'id', kind: 'attempt' },
  { under: '/v1/contacts/retry_failed_import_attempts', field: 'id', kind: 'attempt' },
  { under: '/v1/contacts', field: 'status_id', kind: 'statusChoice', absent: 422 },
  { under: '/v1/contacts', field: 'agentflow_status_id', kind: 'flowStatusChoice', absent: 422 },
  { under: '/v1/contacts', field: 'group_id', kind: 'groupChoice', absent: 422 },
  { under: '/v1/compliance_rules', field: 'id', kind: 'complianceRule' },
  { under: '/v1/dialer', field: 'call_id', kind: 'call' },
  { under: '/v1/dialer', field: 'contact_id', kind: 'contact' },
  { under: '/v1/dialer/answer_minutes_request', field: 'id', kind: 'minutesRequest' },
  { under: '/v1/sms/phone_verification_runs', field: 'id', kind: 'verificationRun' },
  { under: '/v1/sms/phone_verifications', field: 'run_id', kind: 'verificationRun', absent: 200 },
  { under: '/v1/contacts/mailer_assignment_preview', field: 'ids', kind: 'mailedContact', absent: 200 },
  { under: '/v1/contacts/mailer_assignment_create', field: 'ids', kind: 'mailedContact', absent: 409 },
  { under: '/v1/contacts', field: 'kit_id', kind: 'mailerKitChoice', absent: 422 },
  { under: '/v1/sms/mobile_validation_bulk', field: 'ids', kind: 'verifiedContact', absent: 200 },
  { under: '/v1/sms/mobile_validation_purchase', field: 'ids', kind: 'verifiedContact', absent: 409 },
  { under: '/v1/contacts/bulk_sms_verification_group', field: 'ids', kind: 'verifiedContact', absent: 409 },
  { under: '/v1/sms', field: 'pool_id', kind: 'shelf' },
  { under: '/v1/sms', field: 'downline_user_id', kind: 'contactOwner' },
  { under: '/v1/sms', field: 'conversation_id', kind: 'conversation' },
  { under: '/v1/sms', field: 'message_id', kind: 'textMessage' },
  { under: '/v1/sms', field: 'contact_id', kind: 'textedContact' },
  { under: '/v1/sms/assign_conversation', field: 'user_id', kind: 'textAnswerer', absent: 422 },
  { under: '/v1/sms/send_message', field: 'campaign_trigger_id', kind: 'usableTrigger', absent: 422 },
  { under: '/v1/chat', field: 'session_id', kind: 'chatSession' },
  { under: '/v1/chat', field: 'pool_id', kind: 'anyReference', absent: 200 },
  { under: '/v1/chat', field: 'downline_user_id', kind: 'anyReference', absent: 200 },
  { under: '/v1/chat/sessions', field: 'id', kind: 'chatSession' },
  { under: '/v1/quick_filters', field: 'id', kind: 'quickFilter' },
  { under: '/v1/quick_filters', field: 'pool_id', kind: 'anyReference', absent: 200 },
  { under: '/v1/quick_filters', field: 'downline_user_id', kind: 'anyReference', absent: 200 },
  { under: '/v1/notifications', field: 'id', kind: 'notification' },
  { under: '/v1/notifications/mark_all', field: 'through_id', kind: 'anyReference', absent: 200 },
  { under: '/v1/favorite_lists', field: 'id', kind: 'favoriteList' },
  { under: '/v1/favorite_lists', field: 'ids', kind: 'favoriteContact', absent: 422 },
  { under: '/v1/favorite_lists/delete', field: 'ids', kind: 'anyReference', absent: 200 },
  { under: '/v1/wallets', field: 'user_ids', kind: 'walletPerson', absent: 422 },
  { under: '/v1/wallets/transactions', field: 'id', kind: 'walletTransaction' },
  { under: '/v1/wallets/invoices', field: 'id', kind: 'walletInvoice' },
  ...(['sms', 'dialer'] as const).flatMap((kind): PlaceOfKind[] => [
    { under: `/v1/admin/${kind}/${kind}_plans`, field: 'id', kind: `${kind}Plan` },
    { under: `/v1/admin/${kind}`, field: 'plan_id', kind: `${kind}Plan`, absent: 422 },
    { under: `/v1/admin/${kind}/subscriptions`, field: 'user_id', kind: 'planHolder', absent: 422 },
    { under: `/v1/admin/${kind}/active_subscription`, field: 'id', kind: `${kind}Subscription`, absent: 422 },
    { under: `/v1/admin/${kind}/cancel_subscription`, field: 'id', kind: `${kind}Subscription` },
    { under: `/v1/admin/${kind}/orders`, field: 'subscription_id', kind: `${kind}Subscription`, absent: 422 },
    { under: `/v1/admin/${kind}/cancel_order`, field: 'id', kind: `${kind}Order`, absent: 422 },
    { under: `/v1/${kind}/${kind}_subscriptions`, field: 'id', kind: `${kind}Subscription` },
    { under: `/v1/${kind}/${kind}_subscriptions`, field: 'plan_id', kind: `${kind}Plan`, absent: 422 },
    // The subscriptions made here have ended, whatever else is named.
    { under: `/v1/${kind}/${kind}_subscriptions/:id`, field: 'plan_id', kind: `${kind}Plan`, absent: 409 },
    {
      under: `/v1/${kind}/${kind}_subscriptions/preview`,
      field: 'subscription_id',
      kind: `${kind}Subscription`,
      absent: 422,
    },
    { under: `/v1/${kind}/${kind}_licenses`, field: 'subscription_id', kind: 'anyReference', absent: 200 },
    { under: `/v1/${kind}/${kind}_licenses`, field: 'id', kind: `${kind}License` },
    { under: `/v1/${kind}/${kind}_licenses`, field: 'user_id', kind: 'licensePerson', absent: 422 },
    { under: `/v1/${kind}/${kind}_licenses_order`, field: 'subscription_id', kind: `${kind}Subscription`, absent: 422 },
    { under: `/v1/${kind}/${kind}_orders`, field: 'id', kind: `${kind}Order` },
  ]),
  { under: '/v1/max_plus_subscriptions', field: 'user_ids', kind: 'maxPlusPerson', absent: 422 },
  { under: '/v1/max_plus_subscriptions', field: 'user_id', kind: 'maxPlusMember', absent: 422 },
  { under: '/v1/store_items', field: 'id', kind: 'product' },
  { under: '/v1/store_orders', field: 'product_id', kind: 'product', absent: 422 },
  { under: '/v1/store_orders', field: 'pool_id', kind: 'shelf' },
  { under: '/v1/store_orders', field: 'downline_user_id', kind: 'contactOwner' },
  { under: '/v1/admin/products', field: 'corporation_id', kind: 'corporationChoice', absent: 422 },
  { under: '/v1/admin/campaign_triggers', field: 'corporation_ids', kind: 'corporationChoice', absent: 422 },
  { under: '/v1/wallets/analytics', field: 'corporation_id', kind: 'corporationChoice', absent: 422 },
  { under: '/v1/admin/corporations', field: 'user_id', kind: 'poolHolder', absent: 422 },
  { under: '/v1/admin/trainings', field: 'corporation_id', kind: 'corporationChoice', absent: 422 },
  { under: '/v1/admin/trainings/restore', field: 'ids', kind: 'deletedTraining' },
  { under: '/v1/admin/trainings/order', field: 'ids', kind: 'training', absent: 422 },
  { under: '/v1/trainings', field: 'id', kind: 'training' },
  { under: '/v1/admin/products', field: 'category_id', kind: 'category', absent: 422 },
  { under: '/v1/admin/order_management', field: 'id', kind: 'storeOrder' },
  { under: '/v1/admin/settings', field: 'id', kind: 'setting' },
  { under: '/v1/admin/settings', field: 'change_id', kind: 'settingChange', absent: 422 },
  { under: '/v1/admin/account_access', field: 'id', kind: 'delegate' },
  { under: '/v1/users/licenses', field: 'id', kind: 'license' },
  { under: '/v1/users/licenses', field: 'user_id', kind: 'licensee', absent: 422 },
  { under: '/v1/admin/signups', field: 'id', kind: 'signup' },
  { under: '/v1/reports', field: 'id', kind: 'report' },
  { under: '/v1/reports/:id/restore', field: 'id', kind: 'deletedReport' },
  { under: '/v1/pools', field: 'id', kind: 'pool' },
  { under: '/v1/api_vendors', field: 'lead_user_ids', kind: 'poolHolder', absent: 422 },
  { under: '/v1/admin/api_tracking/api_vendors', field: 'lead_user_ids', kind: 'poolHolder', absent: 422 },
  { under: '/v1/pools', field: 'holder_ids', kind: 'poolHolder', absent: 422 },
  { under: '/v1/admin/agentflow_statuses', field: 'agentflow_status_group_id', kind: 'flowGroupChoice', absent: 422 },
  { under: '/v1/users', field: 'id', kind: 'oneself' },
  { under: '/v1/users/api_keys', field: 'id', kind: 'apiKey' },
  { under: '/v1/admin/api_tracking/api_keys', field: 'id', kind: 'trackedKey' },
  { under: '/v1/admin/webhook_deliveries', field: 'id', kind: 'webhookDelivery' },
  { under: '/v1/admin/webhook_deliveries', field: 'endpoint_id', kind: 'webhookEndpoint' },
  { under: '/v1/admin/api_tracking/api_keys', field: 'api_vendor_id', kind: 'apiVendor', absent: 422 },
  { under: '/v1/admin/api_tracking/leads', field: 'id', kind: 'vendorLead' },
  { under: '/v1/admin/api_tracking/leads', field: 'vendor_id', kind: 'apiVendor', absent: 200 },
  { under: '/v1/users/phone_numbers', field: 'id', kind: 'ownedNumber' },
  { under: '/v1/users/phone_numbers', field: 'user_id', kind: 'numberHolder', absent: 422 },
  { under: '/v1/sessions', field: 'id', kind: 'sessionBelow' },
  { under: '/v1/sessions/mine', field: 'id', kind: 'session' },
  { under: '/v1/admin/users', field: 'id', kind: 'person' },
  { under: '/v1/admin/users', field: 'user_id', kind: 'person' },
  { under: '/v1/admin/users', field: 'business_unit_id', kind: 'unit', absent: 422 },
  { under: '/v1/admin/users', field: 'manager_id', kind: 'manager', absent: 422 },
  { under: '/v1/accounts', field: 'plan_id', kind: 'plan', absent: 422 },
];

const SECRET_LINK = 'The secret of a link: whoever has it is the one it was sent to.';
const TAKEN_OUT = 'Nobody is named: whoever is taken out of a selection is left as they were, known or not.';

const AMONG_IDS = 'One of the ids beside it: any other one is refused.';

/** Fields that look like ids and are none, each with the reason why. */
const NO_IDS: Readonly<Record<string, string>> = {
  'readWebpage params.id': 'The public name of a page.',
  'createWebpageLead params.domain': 'The public name of a page.',
  'readCallList body.without_ids': TAKEN_OUT,
  'deleteContacts body.without_ids': TAKEN_OUT,
  'restoreContacts body.without_ids': TAKEN_OUT,
  'updateTagsOfGroup body.without_ids': TAKEN_OUT,
  'updateGroupOfContacts body.without_ids': TAKEN_OUT,
  'updateStatusOfGroup body.without_ids': TAKEN_OUT,
  'updatePoolOfGroup body.without_ids': TAKEN_OUT,
  'recordDoNotCallOfGroup body.without_ids': TAKEN_OUT,
  'startSequenceOfGroup body.without_ids': TAKEN_OUT,
  'startWorkflowOfGroup body.without_ids': TAKEN_OUT,
  'pauseWorkflowStep body.step_id': 'A step within the definition.',
  'readSelectedItems body.selection.without_ids': TAKEN_OUT,
  'batchPrint body.selection.without_ids': TAKEN_OUT,
  'previewPrint body.selection.without_ids': TAKEN_OUT,
  'previewMailerAssignment body.selection.without_ids': TAKEN_OUT,
  'createMailerAssignment body.selection.without_ids': TAKEN_OUT,
  'validateMobileBulk body.selection.without_ids': TAKEN_OUT,
  'purchaseMobileValidation body.selection.without_ids': TAKEN_OUT,
  'verifyGroup body.selection.without_ids': TAKEN_OUT,
  'openMailingGroup body.selection.without_ids': TAKEN_OUT,
  'openSmsGroup body.selection.without_ids': TAKEN_OUT,
  'exportContacts params.format': 'A kind of file.',
  'exportContacts body.selection.without_ids': TAKEN_OUT,
  'transferGroup body.selection.without_ids': TAKEN_OUT,
  'updateTransferGroup body.selection.without_ids': TAKEN_OUT,
  'mergeContacts body.survivor_id': AMONG_IDS,
  'mergeContacts body.versions.id': AMONG_IDS,
  'updateCorporation body.files.id': 'One of the files of the corporation: any other one is refused.',
  'listProducts query.category_id': 'A filter of words that anyone may read: another category has no products.',
  'downloadProducts query.category_id': 'A filter of words that anyone may read: another category has no products.',
  'importMedicare body.plan_id': 'The number of a plan of Medicare, such as H9999/001.',
  'readHelpPage params.slug': 'A page of the product, the same for everybody.',
  'listSoaRequests query.contact_id': 'A filter of what the caller sees.',
  'createSoaRequest body.supersedes_id': 'One of the same contact: any other one is refused.',
  'viewSoaRequest params.id': SECRET_LINK,
  'submitSoaRequest params.id': SECRET_LINK,
  'readPublicSetting params.key': 'A name of the contract, the same for everybody.',
  'receiveLead body.external_id': 'The own id of a vendor, within the vendor of the key.',
  'reportFault body.request_id': 'A text for the log, which nobody looks up.',
};

const LOOKS_LIKE_ID = /(^|_)j?ids?$|Id$/;

const isId = (part: Part, path: string, schema: z.$ZodType): boolean =>
  schema === Id || schema === PathId || LOOKS_LIKE_ID.test(path) || (part === 'params' && path !== '');

const targetsBy = new WeakMap<Endpoint, readonly Target[]>();

/** Every field of an endpoint that names a row. @throws for a field without a kind. */
export function targetsOf(endpoint: Endpoint): readonly Target[] {
  const known = targetsBy.get(endpoint);
  if (known !== undefined) return known;
  const found = new Map<string, Target>();
  for (const part of ['params', 'query', 'body'] as const) {
    const schema = endpoint[part];
    if (schema === null) continue;
    for (const field of fieldsOf(schema)) {
      const where = `${part}.${field.path}`;
      if (!isId(part, field.path, field.schema) || `${endpoint.name} ${where}` in NO_IDS) continue;
      const place = placeOf(endpoint, field.path);
      found.set(where, { part, path: field.path, many: field.many, kind: place.kind, absent: place.absent ?? 404 });
    }
  }
  const targets = [...found.values()];
  targetsBy.set(endpoint, targets);
  return targets;
}

function placeOf({ name, path }: Endpoint, field: string): PlaceOfKind {
  const last = field.split('.').at(-1);
  const fitting = PLACES.filter(
    (place) => [last, field].includes(place.field) && (path === place.under || path.startsWith(`${place.under}/`)),
  );
  const [place] = fitting.toSorted((a, b) => b.under.length - a.under.length);
  if (place !== undefined) return place;
  throw new Error(
    `${name} (${path}) takes "${field}", and the matrix does not know what that names. Add a line to PLACES in tests/_matrix/places.ts ` +
      `with one of the kinds of tests/_matrix/kinds.ts, or a new kind there with its relations, verdict and maker.`,
  );
}
