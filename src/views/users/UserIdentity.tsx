import { TIME_ZONES } from '#contract/session.contract.ts';
import { ZONE_NAMES } from '#rules/time/time-zone.ts';
import { type AdminUserDetail, listUserPlaces } from '#contract/users.contract.ts';
import { jobTitleLabel, jobTitlesOf } from '#rules/access/job-titles.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { Card } from '../_kit/display/Card.tsx';
import { offered } from '../_resource/offered.ts';
import { Facts } from '../_kit/display/Facts.tsx';
import { InlineEdit } from '../_kit/controls/InlineEdit.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import type { UserChange } from './use-user-change.ts';

interface UserIdentityProps {
  person: AdminUserDetail;
  change: UserChange;
}

const FIELDS = [
  { field: 'first_name', label: 'First name', type: 'text' },
  { field: 'last_name', label: 'Last name', type: 'text' },
  { field: 'email', label: 'E-mail', type: 'email' },
  { field: 'phone', label: 'Phone', type: 'tel' },
  { field: 'number', label: 'Number', type: 'text' },
] as const;

/** Identity, contact info and position; every value is its own field. */
export function UserIdentity({ person, change }: UserIdentityProps) {
  const readOnly = !person.may.edit;
  const fields = FIELDS.map(({ field, label, type }) => ({
    label,
    value: (
      <InlineEdit
        label={label}
        value={person[field]}
        {...(field === 'phone' && { shown: formatPhone(change.failureOf(field)?.typed ?? person.phone) })}
        type={type}
        readOnly={readOnly}
        saving={change.isSaving(field)}
        error={change.failureOf(field)?.message}
        unsaved={change.failureOf(field)?.typed}
        onSave={(typed) => change.save(field, typed, typed)}
      />
    ),
  }));
  return (
    <Card title="Details" padded>
      <Facts
        facts={[
          { label: 'Username', value: person.username },
          ...fields,
          {
            label: 'Time zone',
            value: readOnly ? (
              ZONE_NAMES[person.timezone]
            ) : (
              <SelectField
                label="Time zone"
                labelHidden
                value={person.timezone}
                error={change.failureOf('timezone')?.message}
                options={TIME_ZONES.map((zone) => ({ value: zone, label: ZONE_NAMES[zone] }))}
                onChange={({ target }) =>
                  change.save(
                    'timezone',
                    TIME_ZONES.find((zone) => zone === target.value),
                  )
                }
              />
            ),
          },
          { label: 'Job title', value: <JobTitleField person={person} change={change} /> },
          ...(person.may.edit ? [] : [{ label: 'Account', value: person.account.name }]),
        ]}
      />
      <Place person={person} change={change} />
    </Card>
  );
}

/** One of the titles that the brand offers, and the one that they have. */
function JobTitleField({ person, change }: UserIdentityProps) {
  const { brand } = useApp();
  const own = person.job_title;
  if (!person.may.edit) return own === null ? 'Unknown' : jobTitleLabel(own);
  const offered = jobTitlesOf(brand);
  const titles = own === null || offered.includes(own) ? offered : [own, ...offered];
  return (
    <SelectField
      label="Job title"
      labelHidden
      value={own ?? ''}
      error={change.failureOf('job_title')?.message}
      options={[
        { value: '', label: 'Unknown' },
        ...titles.map((title) => ({ value: title, label: jobTitleLabel(title) })),
      ]}
      onChange={({ target }) => change.save('job_title', titles.find((title) => title === target.value) ?? null)}
    />
  );
}

/** Business unit and manager. */
function Place({ person, change }: UserIdentityProps) {
  const { user } = useApp();
  const places = useResource(listUserPlaces, person.may.edit ? {} : null).data?.data ?? null;
  const manager = person.manager;
  if (places === null)
    return (
      <Facts
        facts={[
          { label: 'Unit', value: person.business_unit.name },
          { label: 'Manager', value: manager?.name ?? 'None (top level)' },
        ]}
      />
    );
  const decides = user.permissions.includes('flags.manage');
  const known = places.managers.some(({ id }) => id === manager?.id);
  const managers = [
    ...(decides || manager === null ? [{ value: '', label: 'None (top level)' }] : []),
    ...(manager === null || known ? [] : [{ value: String(manager.id), label: manager.name }]),
    ...places.managers.filter(({ id }) => id !== person.id).map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <Facts
      facts={[
        {
          label: 'Unit',
          value: decides ? (
            <SelectField
              label="Business unit"
              labelHidden
              value={String(person.business_unit.id)}
              error={change.failureOf('business_unit_id')?.message}
              options={offered(places.business_units, person.business_unit.id).map(({ id, name }) => ({
                value: String(id),
                label: name,
              }))}
              onChange={({ target }) => change.save('business_unit_id', Number(target.value))}
            />
          ) : (
            person.business_unit.name
          ),
        },
        {
          label: 'Manager',
          value: (
            <SelectField
              label="Manager"
              labelHidden
              value={manager === null ? '' : String(manager.id)}
              error={change.failureOf('manager_id')?.message}
              options={managers}
              onChange={({ target }) => change.save('manager_id', target.value === '' ? null : Number(target.value))}
            />
          ),
        },
      ]}
    />
  );
}
