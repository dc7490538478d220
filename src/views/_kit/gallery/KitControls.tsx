import { Download, Ellipsis, KeyRound, ListFilter, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../display/Avatar.tsx';
import { Button, ButtonLink } from '../controls/Button.tsx';
import { Checkbox } from '../controls/Checkbox.tsx';
import { Chip } from '../display/Chip.tsx';
import { Dot } from '../display/Dot.tsx';
import { Freshness } from '../states/Freshness.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { InlineEdit } from '../controls/InlineEdit.tsx';
import { Facts } from '../display/Facts.tsx';
import { Kbd } from '../display/Kbd.tsx';
import { PasswordField } from '../controls/PasswordField.tsx';
import { SelectField } from '../controls/SelectField.tsx';
import { StatusWord } from '../display/StatusWord.tsx';
import { Tag } from '../display/Tag.tsx';
import { TextArea, TextField } from '../controls/TextField.tsx';

export function KitControls() {
  return (
    <div className="kit-three">
      <div className="stack">
        <div className="row wrap">
          <Button look="primary" icon={Plus}>
            New contact
          </Button>
          <Button icon={Download}>Export 214</Button>
          <Button look="plain">Columns</Button>
        </div>
        <div className="row wrap">
          <Button look="danger">Cancel import</Button>
          <Button look="danger-fill">Delete 4</Button>
          <Button refusal="Pause first">Undo</Button>
          <Button look="primary" busy>
            Saving
          </Button>
        </div>
        <div className="row wrap">
          <Button size="small">Small</Button>
          <ButtonLink href="#go" size="small" look="plain">
            A link as a button
          </ButtonLink>
          <IconButton icon={Ellipsis} label="More" />
          <IconButton icon={Search} label="Notifications, 2 new" badge="2" size="small" />
        </div>
        <Button size="tall" wide icon={KeyRound}>
          Sign in with your agency
        </Button>
      </div>
      <div className="stack">
        <div className="row wrap">
          <Chip kind="choose">Mine</Chip>
          <Chip kind="remove" field="State">
            Texas
          </Chip>
          <Chip kind="add" icon={ListFilter}>
            Filter
          </Chip>
        </div>
        <div className="row wrap">
          <Tag name="hot" color="var(--bad-mark)" />
          <Tag name="aep-2026" color="var(--info-mark)" />
          <Tag name="no color" />
        </div>
        <div className="row wrap">
          <StatusWord tone="good">Created</StatusWord>
          <StatusWord tone="warn">None on file</StatusWord>
          <StatusWord tone="bad">Problem</StatusWord>
          <StatusWord tone="info">Updated</StatusWord>
        </div>
      </div>
      <div className="stack">
        <div className="row wrap">
          <Freshness state={{ is: 'live', at: '2:05:52 PM' }} />
          <Freshness state={{ is: 'catchingUp' }} />
          <Freshness state={{ is: 'stale', since: '1:58 PM' }} />
        </div>
        <div className="row wrap">
          <Avatar name="Dana Whitfield" presence="good" />
          <Avatar name="Rosalind Okafor" size="big" presence="ring" />
          <span className="row">
            <Dot tone="info" /> On a call
          </span>
        </div>
        <p className="meta quiet">
          <Kbd keys="Ctrl K" /> search, <Kbd keys="j" /> <Kbd keys="k" /> move
        </p>
      </div>
    </div>
  );
}

const STATES = [
  { value: '', label: 'Select A State' },
  { value: 'TX', label: 'Texas' },
  { value: 'FL', label: 'Florida' },
];

export function KitFields() {
  const [part, setPart] = useState<boolean | 'some'>('some');
  const [city, setCity] = useState('Round Rock');
  return (
    <div className="kit-three">
      <div className="stack kit-wide">
        <TextField label="First name" defaultValue="Rosalind" />
        <TextField label="Mobile" defaultValue="1-512-555-014" error="Has 10 digits, needs 11" inputMode="tel" />
        <TextField label="Search" icon={Search} placeholder="Name, phone or e-mail" labelHidden />
      </div>
      <div className="stack kit-wide">
        <SelectField label="State" options={STATES} defaultValue="TX" hint="Determines the calling hours" />
        <PasswordField label="Password" tall defaultValue="bellwether-demo" />
        <Checkbox checked={part} onCheckedChange={setPart}>
          All 50 on this page
        </Checkbox>
      </div>
      <div className="stack kit-wide">
        <TextArea label="Note" placeholder="Call notes" />
        <Facts
          facts={[
            { label: 'City', value: <InlineEdit label="city" value={city} onSave={setCity} /> },
            {
              label: 'E-mail',
              value: <InlineEdit label="e-mail" value="" onSave={() => {}} placeholder="Add e-mail" />,
            },
            {
              label: 'Street',
              value: <InlineEdit label="street" value="2207 Mesquite Bend" saving onSave={() => {}} />,
            },
            {
              label: 'Zip',
              value: (
                <InlineEdit label="zip" value="78664" unsaved="7866" error="Has 4 digits, needs 5" onSave={() => {}} />
              ),
            },
          ]}
        />
      </div>
    </div>
  );
}
