import { CircleAlert, CirclePlus, Mail, Tag as TagIcon, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../controls/Button.tsx';
import { Card } from '../display/Card.tsx';
import { Checkbox } from '../controls/Checkbox.tsx';
import { BulkBar } from '../overlays/BulkBar.tsx';
import { Kbd } from '../display/Kbd.tsx';
import { Pager } from '../display/Pager.tsx';
import { ProgressLine } from '../states/Progress.tsx';
import { StatusWord } from '../display/StatusWord.tsx';
import { Steps } from '../display/Steps.tsx';
import { Sum } from '../display/Sum.tsx';
import { Cell, HeadCell, Table } from '../display/Table.tsx';
import { Tabs } from '../display/Tabs.tsx';

const ROWS = [
  { row: '8,412', name: 'Treviño, Consuelo', phone: '1-210-555-0164', ok: true },
  { row: '8,411', name: 'Whitaker, Dale', phone: '1-940-555-0121', ok: true },
  { row: '8,410', name: 'Sandoval, Hector', phone: '956-555-018', ok: false },
];

const TABS = [
  { key: 'rows', label: 'Last rows', count: '3' },
  { key: 'problems', label: 'Problems', count: '61' },
  { key: 'undo', label: 'Undo' },
];

const STEPS = [
  { key: 'upload', label: 'Upload', href: '#upload' },
  { key: 'match', label: 'Match columns', href: '#match' },
  { key: 'check', label: 'Check' },
  { key: 'import', label: 'Import' },
];

export function KitLists() {
  const [tab, setTab] = useState('rows');
  return (
    <div className="stack kit-wide">
      <Steps steps={STEPS} current="check" />
      <Card className="job">
        <div className="line1">
          <span className="big">8,412 of 12,431 rows</span>
          <span className="right">
            <span>
              <b>84</b> rows/s
            </span>
            <span>
              <b>48 s</b> left
            </span>
          </span>
        </div>
        <Sum counts={{ created: 6918, updated: 1102, skipped: 331, problems: 61, total: 12_431 }} />
      </Card>
      <div className="kit-three">
        <ProgressLine label="Running" done={8412} total={12_431} text="8,412 of 12,431" aside="84 rows/s, 48 s left" />
        <ProgressLine label="Paused" done={402} total={1260} text="402 of 1,260" state="paused" aside="paused 7 min" />
        <ProgressLine label="Done" done={3310} total={3310} text="3,310 of 3,310" state="done" aside="done in 0:41" />
      </div>
      <Tabs label="Import" items={TABS} current={tab} onSelect={setTab}>
        {tab === 'rows' ? <RowsSample /> : <p className="soft kit-tab">No content in this sample.</p>}
      </Tabs>
    </div>
  );
}

function RowsSample() {
  const [picked, setPicked] = useState<readonly string[]>(['8,411']);
  const toggle = (row: string) =>
    setPicked(picked.includes(row) ? picked.filter((other) => other !== row) : [...picked, row]);
  const all = picked.length === ROWS.length ? true : picked.length > 0 ? 'some' : false;
  return (
    <div className="kit-list">
      <Table full compact stacks aria-label="Last rows">
        <thead>
          <tr>
            <HeadCell pin="check" narrow="check">
              <Checkbox
                aria-label="Select all on this page"
                checked={all}
                onCheckedChange={(every) => setPicked(every ? ROWS.map(({ row }) => row) : [])}
              />
            </HeadCell>
            <HeadCell pin="name" sorted="asc" onSort={() => {}}>
              Name
            </HeadCell>
            <HeadCell sorted={null} onSort={() => {}}>
              Phone
            </HeadCell>
            <HeadCell>Outcome</HeadCell>
            <HeadCell numeric>Row</HeadCell>
          </tr>
        </thead>
        <tbody>
          {ROWS.map(({ row, name, phone, ok }) => (
            <tr key={row} aria-selected={picked.includes(row)} className={row === '8,410' ? 'is-cursor' : ''}>
              <Cell pin="check" narrow="check">
                <Checkbox
                  aria-label={`Select ${name}`}
                  checked={picked.includes(row)}
                  onCheckedChange={() => toggle(row)}
                />
              </Cell>
              <Cell pin="name" narrow="title">
                {name}
              </Cell>
              <Cell className="n" narrow="sub">
                {phone}
              </Cell>
              <Cell narrow="sub-aside">
                {ok ? (
                  <StatusWord tone="good" icon={CirclePlus}>
                    Created
                  </StatusWord>
                ) : (
                  <StatusWord tone="bad" icon={CircleAlert}>
                    Problem
                  </StatusWord>
                )}
              </Cell>
              <Cell numeric narrow="aside">
                {row}
              </Cell>
            </tr>
          ))}
        </tbody>
      </Table>
      <Pager text="1–3 of 214" onNext={() => {}}>
        <Kbd keys="x" /> select
      </Pager>
      {picked.length > 0 ? (
        <BulkBar
          text={`${picked.length} selected`}
          all={{ text: 'Select all 214', onSelect: () => setPicked(ROWS.map(({ row }) => row)) }}
          onClear={() => setPicked([])}
        >
          <Button look="plain" size="small" icon={TagIcon}>
            Tag
          </Button>
          <Button look="plain" size="small" icon={Mail}>
            Mail
          </Button>
          <Button look="plain" size="small" icon={Trash2} className="danger">
            Delete
          </Button>
        </BulkBar>
      ) : null}
    </div>
  );
}
