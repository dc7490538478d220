import { Building } from 'lucide-react';
import {
  type Corporation,
  corporations,
  MAX_FAQS,
  MAX_NEWS,
  SOCIAL_LINKS,
  WEEKDAYS,
} from '#contract/corporations.contract.ts';
import { listOwners } from '#contract/profile.contract.ts';
import { useResource } from '../_base/use-resource.ts';
import { useUnits } from '../_base/use-units.ts';
import { ListPage } from '../_resource/ListPage.tsx';
import type { DraftOf } from '../_resource/listable.ts';
import type { RecordParts } from '../_resource/record-parts.tsx';
import { ColorPreview } from './ColorPreview.tsx';
import { CorporationFiles, RemoveLogo } from './CorporationFiles.tsx';
import { DAYS, SOCIAL_LABELS, usageWords } from './corporation-words.ts';
import './corporations.css';

const NEW_CORPORATION = { retired: false, webpage_active: false } as const;

type Parts = RecordParts<DraftOf<typeof corporations>>;

/** Sponsors with their pages, colors, files and products. */
export function CorporationsPage() {
  const { units, forUnit } = useUnits();
  const people = useResource(listOwners, {}).data?.data ?? [];
  return (
    <ListPage
      of={corporations}
      icon={Building}
      about="A corporation is a sponsor with its own colors, texts and products."
      searched="Name, type, domain, city"
      nameOf={({ name }) => name}
      columns={[
        { head: 'Name', cell: ({ name }) => name, sortBy: 'name', narrow: 'title' },
        { head: 'Type', cell: ({ type }) => type, sortBy: 'type', narrow: 'sub' },
        { head: 'City', cell: ({ city }) => city, sortBy: 'city', narrow: 'none' },
        { head: 'Used by', cell: usageWords, narrow: 'sub-aside' },
        {
          head: 'Status',
          cell: ({ retired }) => (retired ? 'Retired' : 'Active'),
          sortBy: 'retired',
          narrow: 'aside',
          width: '7em',
        },
        { ...forUnit, narrow: 'none' },
      ]}
      values={(corporation) => (corporation === null ? NEW_CORPORATION : valuesOf(corporation))}
      fields={(parts, corporation) => (
        <>
          {parts.text('name', 'Name', { maxLength: 120 })}
          {parts.text('type', 'Type', { maxLength: 60, hint: 'In your own words, such as Sponsor.' })}
          {corporation === null && units.length > 1
            ? parts.pick('business_unit_id', 'For', units, 'Entire account')
            : null}
          {parts.area('description', 'Description', { maxLength: 4_000, rows: 2 })}
          {parts.pick('user_id', 'Contact person', withStored(people, corporation), 'No one')}
          {looks(parts, corporation)}
          {page(parts)}
          {place(parts)}
          {corporation === null ? (
            <p className="whole soft">Files can be added after the corporation is saved.</p>
          ) : (
            <>
              <CorporationFiles corporation={corporation} />
              <p className="whole soft">Used by: {usageWords(corporation)}</p>
            </>
          )}
          <div className="whole stack">
            {parts.check('webpage_active', 'Web page is active')}
            {parts.check('retired', 'Retired: stays where it was chosen, no longer offered')}
          </div>
        </>
      )}
    />
  );
}

/** Files are saved on their own. */
const valuesOf = ({ files: _files, ...values }: Corporation) => values;

interface Person {
  readonly id: number;
  readonly name: string;
}

/** The stored person stays chosen, even if they are out of reach. */
const withStored = (people: readonly Person[], corporation: Corporation | null): readonly Person[] => {
  const id = corporation?.user_id ?? null;
  return id === null || people.some((person) => person.id === id) ? people : [...people, { id, name: 'Someone else' }];
};

const looks = ({ text, file, live }: Parts, corporation: Corporation | null) => (
  <>
    {file('Logo', '.png,.jpg,.jpeg,.gif,.webp', logoHint(corporation))}
    {corporation?.logo ? (
      <div className="whole row">
        <img className="corporation-thumb" src={corporation.logo.url} alt={`Logo of ${corporation.name}`} />
        <RemoveLogo corporation={corporation} />
      </div>
    ) : null}
    {text('color_1', 'Headings and buttons', { maxLength: 7, placeholder: '#14343b' })}
    {text('color_2', 'Links', { maxLength: 7, placeholder: '#0b5e73' })}
    {text('color_3', 'Background', { maxLength: 7, placeholder: '#ffffff' })}
    {live(({ name = '', ...colors }) => (
      <ColorPreview name={name} colors={colors} />
    ))}
  </>
);

const page = ({ text, rows, list }: Parts) => (
  <>
    {text('domain_name', 'Domain', { maxLength: 253, placeholder: 'example.com' })}
    {rows(
      'faqs',
      'Frequently asked questions',
      'question',
      [
        { name: 'question', label: 'Question', maxLength: 300 },
        { name: 'answer', label: 'Answer', maxLength: 4_000, long: true },
      ],
      MAX_FAQS,
    )}
    {rows(
      'latest_news',
      'Latest news',
      'news item',
      [
        { name: 'title', label: 'Title', maxLength: 200 },
        { name: 'day', label: 'Date', type: 'date' },
        { name: 'text', label: 'Text', maxLength: 4_000, long: true },
        { name: 'link', label: 'Link', type: 'url', maxLength: 500 },
      ],
      MAX_NEWS,
    )}
    {list('languages_spoken', 'Languages spoken', 'Separate with commas.')}
    {SOCIAL_LINKS.map((name) => (
      <div key={name}>{text(name, SOCIAL_LABELS[name], { type: 'url', maxLength: 500 })}</div>
    ))}
    {text('tracking_code', 'Tracking code', {
      maxLength: 40,
      hint: 'An id of Google Analytics, Tag Manager or Ads, or of Meta Pixel.',
    })}
  </>
);

const place = ({ text, rows, state }: Parts) => (
  <>
    {rows(
      'office_hours',
      'Office hours',
      'day',
      [
        { name: 'day', label: 'Day', options: DAYS },
        { name: 'opens', label: 'Opens', type: 'time' },
        { name: 'closes', label: 'Closes', type: 'time' },
      ],
      WEEKDAYS.length,
    )}
    {text('office_address', 'Office address', { maxLength: 200 })}
    {text('city', 'City', { maxLength: 80 })}
    <div className="pair">
      {state('state', 'State')}
      {text('zip_code', 'ZIP code', { maxLength: 10, inputMode: 'numeric' })}
    </div>
    {text('phone', 'Phone', { type: 'tel', maxLength: 40 })}
    {text('email', 'E-mail', { type: 'email', maxLength: 160 })}
  </>
);

const logoHint = (corporation: Corporation | null): string =>
  corporation?.logo
    ? `${corporation.logo.name} is stored. Choose another file to replace it.`
    : 'PNG, JPEG, GIF or WebP, at most 5 MB.';
