import { useState } from 'react';
import { CopyButton } from '../controls/CopyButton.tsx';
import { Suggestions } from '../controls/Suggestions.tsx';
import { TextField } from '../controls/TextField.tsx';
import { type Bar, BarChart } from '../display/BarChart.tsx';
import { Card } from '../display/Card.tsx';
import { DataRows } from '../display/DataTable.tsx';
import { Found } from '../display/Found.tsx';
import { Pages } from '../display/Pages.tsx';
import { WorkProgress } from '../states/WorkProgress.tsx';

const BARS: readonly Bar[] = [
  { key: 'tx', label: 'Texas', value: 84, text: '84', before: 61 },
  { key: 'fl', label: 'Florida', value: 46, text: '46', before: 52 },
  { key: 'ok', label: 'Oklahoma', value: 12, text: '12', before: null },
];

const OFFICES = [
  { id: 1, name: 'Tampa', people: 14 },
  { id: 2, name: 'Round Rock', people: 9 },
];

/** Numbers, pages of a list, and work on contacts. */
export function KitNumbers() {
  const [page, setPage] = useState(1);
  return (
    <div className="kit-half">
      <Card title="Contacts by state" padded>
        <BarChart label="Contacts by state" bars={BARS} />
      </Card>
      <Card title="Calls by day" padded>
        <BarChart label="Calls by day" bars={BARS} standing />
      </Card>
      <Card>
        <WorkProgress
          label="Merge"
          done={402}
          total={1260}
          state="running"
          text="402 of 1,260 contacts"
          status={{ text: 'Running', tone: 'info' }}
          pace={{ rate: 84, leftMs: 48_000 }}
          activeMs={6_000}
          parts={[
            { label: 'merged', count: 398 },
            { label: 'skipped', count: 4 },
          ]}
        />
      </Card>
      <Card>
        <DataRows
          label="Offices"
          rows={OFFICES}
          columns={[
            { head: 'Office', cell: ({ name }) => name, narrow: 'title' },
            { head: 'People', cell: ({ people }) => people, numeric: true, narrow: 'aside' },
          ]}
        />
        <Pages page={page} limit={2} total={5} onPage={setPage} heard={false} />
        <Found asked={`page ${page}`} text={`${page * 2 - 1}–${Math.min(page * 2, 5)} of 5`} />
      </Card>
      <div className="stack">
        <TextField label="Carrier" list="kit-carriers" defaultValue="Silver Oak Life" />
        <Suggestions id="kit-carriers" of={['Silver Oak Life', { value: 'harbor', label: 'Harbor Mutual' }]} />
        <CopyButton text="dana.crm.example" label="Copy address" />
      </div>
    </div>
  );
}
