import { isDeepStrictEqual } from 'node:util';
import { NEW_TAG } from '#contract/contacts.contract.ts';
import type { ImportForm } from '#contract/imports.contract.ts';
import type { ImportColumn, ImportField } from '#contract/imports/rows.contract.ts';
import { proposedCustomFields } from '#rules/imports/custom-columns.ts';
import type { DateOrder } from '#rules/time/plain-date.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import { tagNamed } from '../tags/tags.service.ts';
import { vendorIdOf } from './api-vendors.ts';
import { type Asked, viewerOf } from './asked.ts';
import type { AttemptRow, Scrub } from './attempt.ts';
import { findChoices, type ImportPatch, type Viewer } from './imports.sql.ts';
import { readKeptHead } from './file/keep-upload.ts';
import { DATES } from './run/date-columns.ts';
import { withOwnerColumn } from './run/owner-column.ts';
import { recall } from './file/remembered.ts';

/** Owner and purpose of an import. */
export interface Choice {
  readonly owner: number;
  readonly pool: number | null;
  readonly tags: number[];
  readonly updatedTags: number[];
  readonly scrub: Scrub | null;
}

/** Choices of the form, over the earlier ones. @throws {Refusal} `refused` under the field at fault. */
export async function requireChoices(tx: Tx, viewer: Viewer, form: ImportForm, before: Choice): Promise<Choice> {
  const choice = {
    owner: form.owner ?? before.owner,
    pool: form.pool === undefined ? before.pool : form.pool,
    tags: form.tags === undefined ? before.tags : [...new Set(form.tags)],
    updatedTags: form.updated_lead_tags === undefined ? before.updatedTags : [...new Set(form.updated_lead_tags)],
    scrub: form.scrub_against === undefined ? before.scrub : scrubOf(viewer, form.scrub_against),
  };
  if (choice.scrub?.scope === 'pool' && choice.scrub.pool === null) {
    throw refuseField('scrub_against', 'Choose a pool to scrub against.');
  }
  const found = await findChoices(tx, viewer, choice);
  if (!found.owner) throw refuseField('owner', 'Choose yourself or someone in your downline as the owner.');
  if (!found.pool) throw refuseField('pool', 'Choose one of your pools.');
  if (found.tags !== choice.tags.length) throw refuseField('tags', 'One of the tags no longer exists.');
  if (found.updatedTags !== choice.updatedTags.length) {
    throw refuseField('updated_lead_tags', 'One of the tags no longer exists.');
  }
  if (!found.scrubPool) throw refuseField('scrub_against', 'Choose one of your pools to scrub against.');
  return choice;
}

const scrubOf = ({ userId, reach }: Viewer, chosen: ImportForm['scrub_against']): Scrub | null =>
  chosen ? { scope: chosen.scope, pool: chosen.pool ?? null, reach, user: userId } : null;

const CHOICES = ['owner', 'pool', 'tags', 'updated_lead_tags', 'scrub_against'] as const;

/** Differences of the form from the stored choices. */
export async function patchOf(deps: Deps, tx: Tx, asked: Asked, found: AttemptRow, wanted: ImportForm) {
  const patch: ImportPatch = {};
  const form = await withSettings(tx, viewerOf(asked.identity), found, wanted);
  if (form.import_setting_id !== undefined) patch.import_setting_id = form.import_setting_id;
  if (CHOICES.some((name) => form[name] !== undefined)) {
    const choice = await requireChoices(tx, viewerOf(asked.identity), form, {
      owner: found.owner_id,
      pool: found.pool_id,
      tags: found.tag_ids,
      updatedTags: found.updated_tag_ids,
      scrub: found.scrub_against,
    });
    Object.assign(patch, {
      owner_id: choice.owner,
      pool_id: choice.pool,
      tag_ids: choice.tags,
      updated_tag_ids: choice.updatedTags,
      scrub_against: choice.scrub && JSON.stringify(choice.scrub),
    });
  }
  if (form.when_known !== undefined) patch.when_known = form.when_known;
  if (form.keep_other_columns !== undefined) patch.keep_other_columns = form.keep_other_columns;
  if (form.fresh_leads !== undefined) patch.new_tag_id = form.fresh_leads ? await newTagId(deps, tx, asked) : null;
  if (form.api_vendor_obj !== undefined) {
    patch.api_vendor_id = form.api_vendor_obj === null ? null : await vendorIdOf(tx, asked, form.api_vendor_obj);
  }
  let fields = form.fields;
  const isOtherRow = form.header_row !== undefined && form.header_row !== found.header_row;
  const isOtherSheet = form.sheet !== undefined && form.sheet !== found.sheet;
  const isOtherText = found.sheet === null && hasOtherText(form, found);
  if (isOtherRow || isOtherSheet || isOtherText) {
    const kept = {
      fileKey: found.file_key,
      encoding: found.encoding,
      delimiter: found.delimiter,
      sheet: found.sheet,
      skipsSeparator: found.skips_separator,
    };
    // Another sheet has its headers elsewhere.
    const head = await readKeptHead(deps, kept, isOtherSheet && !isOtherRow ? { sheet: form.sheet } : form);
    const columns = await withOwnerColumn(tx, viewerOf(asked.identity), head.columns);
    Object.assign(patch, { header_row: head.headerRow, columns: JSON.stringify(columns) });
    Object.assign(patch, { sheet: head.sheet, made_by: head.madeBy, preview: JSON.stringify(head.preview) });
    Object.assign(patch, { encoding: head.encoding, delimiter: head.delimiter });
    // Facts found in part of a text hold for all of it.
    if (head.sheet !== null) patch.warnings = head.warnings;
    if (fields === undefined)
      patch.custom_fields = JSON.stringify(proposedCustomFields(columns, found.known_custom_fields));
    fields ??= suggested(columns);
    patch.date_orders = '{}';
  }
  if (form.date_orders !== undefined && !isSame(form.date_orders, found.date_orders)) {
    patch.date_orders = JSON.stringify(form.date_orders);
  }
  if (form.custom_fields !== undefined && !isSame(form.custom_fields, found.custom_fields)) {
    patch.custom_fields = JSON.stringify(form.custom_fields);
  }
  if (fields !== undefined && !isSame(fields, found.fields)) patch.fields = JSON.stringify(fields);
  return patch;
}

/** Choices that decide which rows are created, updated and skipped. */
const DECIDING = ['owner_id', 'when_known', 'tag_ids', 'keep_other_columns'] as const;

/** True when rows may come out otherwise than a check has counted. */
export const changesOutcome = (found: AttemptRow, patch: ImportPatch): boolean =>
  DECIDING.some((column) => patch[column] !== undefined && !isDeepStrictEqual(patch[column], found[column])) ||
  (patch.scrub_against !== undefined &&
    !isDeepStrictEqual(patch.scrub_against === null ? null : JSON.parse(patch.scrub_against), found.scrub_against));

const hasOtherText = ({ encoding, delimiter }: ImportForm, found: AttemptRow) =>
  (encoding !== undefined && encoding !== found.encoding) || (delimiter !== undefined && delimiter !== found.delimiter);

/** Tag of leads that no one has opened yet. */
export const newTagId = (deps: Deps, tx: Tx, asked: Asked): Promise<number> =>
  tagNamed(deps, tx, asked, { name: NEW_TAG, color: 'blue' });

/**
 * Adds values from saved settings that the form leaves out. @throws {Refusal} `refused` when the settings don't exist.
 */
async function withSettings(tx: Tx, viewer: Viewer, found: AttemptRow, form: ImportForm): Promise<ImportForm> {
  if (form.import_setting_id === undefined) return form;
  const { fields, options } = await recall(tx, viewer, form.import_setting_id, found.columns);
  return { ...(fields !== null && { fields }), ...options, ...form };
}

const isSame = (a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>) =>
  Object.keys(a).length === Object.keys(b).length && Object.entries(a).every(([index, value]) => b[index] === value);

export const suggested = (columns: readonly ImportColumn[]): Record<string, ImportField> =>
  Object.fromEntries(
    columns.flatMap(({ index, suggestion }) => (suggestion === null ? [] : [[String(index), suggestion]])),
  );

/** The order of the US for every column of dates. */
export const usDates = (fields: Readonly<Record<string, ImportField>>): Record<string, DateOrder> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([index, field]) =>
      DATES.includes(field) ? [[index, 'month_first'] as const] : [],
    ),
  );

const IDENTIFYING: readonly ImportField[] = ['first_name', 'last_name', 'full_name', 'phone', 'email'];

/** @throws {Refusal} `refused` when the mapping can't identify a person, or doesn't fit the file. */
export function requireFields(fields: Readonly<Record<string, ImportField>>, columns: number): void {
  const chosen = Object.values(fields);
  if (Object.keys(fields).some((index) => !/^\d+$/.test(index) || Number(index) >= columns)) {
    throw refuseField('fields', "The mapping names a column that isn't in the file.");
  }
  const twice = chosen.find((field, index) => chosen.indexOf(field) !== index);
  if (twice !== undefined) throw refuseField('fields', `Two columns are mapped to ${twice.replaceAll('_', ' ')}.`);
  if (!chosen.some((field) => IDENTIFYING.includes(field))) {
    throw refuseField('fields', 'Map at least a name, phone or e-mail column.');
  }
}
