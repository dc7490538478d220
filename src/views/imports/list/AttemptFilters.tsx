import { useState } from 'react';
import { IMPORT_STATUSES } from '#contract/imports.contract.ts';
import type { ImportsSearch } from '../imports-search.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Chip } from '../../_kit/display/Chip.tsx';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { TextField } from '../../_kit/controls/TextField.tsx';
import { STATUS_WORDS } from './status-words.ts';

type FilterBy = NonNullable<ImportsSearch['filter_by']>;

const FILTERS: readonly { value: FilterBy; label: string }[] = [
  { value: 'file_name', label: 'File name' },
  { value: 'user', label: 'User' },
  { value: 'status', label: 'State' },
];

interface AttemptFiltersProps {
  search: ImportsSearch;
  setSearch: (next: ImportsSearch, how?: 'push' | 'replace') => void;
}

/** Filters of the history by file, user or status; active filters are displayed as chips. */
export function AttemptFilters({ search, setSearch }: AttemptFiltersProps) {
  const [by, setBy] = useState<FilterBy>(search.filter_by ?? 'file_name');
  const [value, setValue] = useState('');
  const { filter_by, filter_value, page: _page, ...others } = search;
  const narrow = (wanted: string) => {
    setValue('');
    if (wanted.trim()) setSearch({ ...others, filter_by: by, filter_value: wanted.trim() });
  };
  return (
    <form
      className="imports-filters"
      onSubmit={(event) => {
        event.preventDefault();
        narrow(value);
      }}
    >
      <SelectField
        label="Filter by"
        labelHidden
        value={by}
        options={FILTERS}
        onChange={(event) => setBy(FILTERS.find((one) => one.value === event.target.value)?.value ?? 'file_name')}
      />
      {by === 'status' ? (
        <SelectField
          label="State"
          labelHidden
          value=""
          options={[
            { value: '', label: 'Choose a state' },
            ...IMPORT_STATUSES.map((status) => ({ value: status, label: STATUS_WORDS[status].text })),
          ]}
          onChange={(event) => narrow(event.target.value)}
        />
      ) : (
        <>
          <TextField
            label={by === 'user' ? 'User' : 'File name'}
            labelHidden
            placeholder={by === 'user' ? 'Name' : 'Part of the name'}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
          <Button type="submit">Filter</Button>
        </>
      )}
      {filter_by && filter_value !== undefined ? (
        <Chip
          kind="remove"
          field={FILTERS.find((one) => one.value === filter_by)?.label ?? ''}
          onClick={() => setSearch(others)}
        >
          {filter_by === 'status' ? statusText(filter_value) : filter_value}
        </Chip>
      ) : null}
    </form>
  );
}

const statusText = (value: string) => {
  const status = IMPORT_STATUSES.find((one) => one === value);
  return status ? STATUS_WORDS[status].text : value;
};
