import { SearchX } from 'lucide-react';
import { type Setting, settings } from '#contract/settings.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { SearchBox } from '../_base/list/SearchBox.tsx';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Anchor } from '../_kit/display/Link.tsx';
import { Cell, HeadCell, Table } from '../_kit/display/Table.tsx';
import { classes } from '../_kit/format/class-names.ts';
import { formatWhen } from '../_kit/format/format-when.ts';
import { EmptyState } from '../_kit/states/EmptyState.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { useListSearch } from '../_resource/list-search.ts';
import { SettingPanel } from './SettingPanel.tsx';
import { isDefault, matches, valueWords } from './setting-words.ts';
import '../_resource/resource.css';
import './settings.css';

/** The settings of the account by group, and beside them the open one with its history. */
export function SettingsPage() {
  const { search, change } = useListSearch();
  const list = useResource(settings.list, {});
  const all = list.data?.data ?? null;
  const q = search.q ?? '';
  const found = all?.filter((setting) => matches(setting, q)) ?? null;
  const open = all?.find(({ id }) => id === search.edit) ?? null;
  const changed = all?.filter((setting) => !isDefault(setting)).length ?? 0;
  return (
    <>
      <PageBar
        title={titleOf('/admin/settings')}
        scope={
          all === null ? null : (
            <>
              <b>{changed}</b> of <b>{all.length}</b> changed
            </>
          )
        }
      />
      <div className={classes('with-side', open !== null && 'is-open')}>
        <div className="with-side-list">
          <div className="filters">
            <SearchBox
              label="Search settings"
              placeholder="Name, description, key"
              value={q}
              onSearch={(text) => (text === q ? undefined : change({ q: text || undefined }, 'replace'))}
            />
          </div>
          <div className="scroll">
            <div className="body">
              {list.pending ? <SkeletonLines lines={10} label="Loading settings" /> : null}
              {all === null && list.error !== null ? (
                <ErrorPanel
                  title="Couldn't load settings"
                  text={list.error.message}
                  requestId={list.error.requestId}
                  actions={<Button onClick={list.reload}>Try again</Button>}
                />
              ) : null}
              {found?.length === 0 ? (
                <EmptyState
                  icon={SearchX}
                  title="No matching settings"
                  text="Check the spelling, or search for something else."
                  action={<Button onClick={() => change({ q: undefined })}>Clear search</Button>}
                />
              ) : null}
              {[...Map.groupBy(found ?? [], ({ group }) => group)].map(([group, members]) => (
                <Group key={group} title={group} settings={members} openId={open?.id ?? null} />
              ))}
            </div>
          </div>
        </div>
        {open === null ? null : (
          <SettingPanel key={open.id} setting={open} onClose={() => change({ edit: undefined })} />
        )}
      </div>
    </>
  );
}

interface GroupProps {
  title: string;
  settings: readonly Setting[];
  openId: number | null;
}

function Group({ title, settings: members, openId }: GroupProps) {
  return (
    <Card title={title}>
      <Table stacks className="settings" aria-label={title}>
        <thead>
          <tr>
            <HeadCell>Setting</HeadCell>
            <HeadCell className="c-value">Value</HeadCell>
            <HeadCell className="c-changed" leaves={2}>
              Changed
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {members.map((setting) => (
            <Row key={setting.id} setting={setting} isOpen={setting.id === openId} />
          ))}
        </tbody>
      </Table>
    </Card>
  );
}

function Row({ setting, isOpen }: { setting: Setting; isOpen: boolean }) {
  const { hrefOf } = useListSearch();
  const zone = IANA_ZONES[useApp().user.timezone];
  const now = useNow();
  const { id, label, description, value, file, changed_by: by, changed_at: at } = setting;
  return (
    <tr aria-selected={isOpen || undefined}>
      <Cell narrow="title" className="name">
        <Anchor href={hrefOf(id)}>{label}</Anchor>
        <p className="meta quiet">{description}</p>
      </Cell>
      <Cell narrow="sub" className={classes('c-value', isDefault(setting) && 'quiet')}>
        {valueWords(setting, value, file)}
      </Cell>
      <Cell narrow="none" leaves={2} className="quiet">
        {at === null ? 'Default' : `${by}, ${formatWhen(at, zone, now)}`}
      </Cell>
    </tr>
  );
}
