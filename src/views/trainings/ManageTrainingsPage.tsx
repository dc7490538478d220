import { GraduationCap } from 'lucide-react';
import { MAX_PAGE_LIMIT } from '#contract/_wire.contract.ts';
import { ROLES, type Role } from '#contract/access.contract.ts';
import { corporations } from '#contract/corporations.contract.ts';
import { type Training, trainings } from '#contract/trainings.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { useApp } from '../_base/use-app.ts';
import { useResource } from '../_base/use-resource.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { Tabs } from '../_kit/display/Tabs.tsx';
import type { DraftOf } from '../_resource/listable.ts';
import type { RecordParts } from '../_resource/record-parts.tsx';
import { RemoveStored } from '../_resource/RemoveStored.tsx';
import { NewRowLink, ResourceList } from '../_resource/ResourceList.tsx';
import { MoveTraining, SectionTools } from './SectionTools.tsx';
import { TrainingPeople } from './TrainingPeople.tsx';
import { useSection } from './use-section.ts';
import './trainings.css';

const ALL = 'all';
const ACCEPTED = '.pdf,.png,.jpg,.jpeg,.gif,.webp,.txt,.mp3,.m4a,.wav,.ogg';
/** Lists that show the same trainings. */
const ALSO = [trainings.sections, trainings.mine];
const SHOWN = [trainings.list, trainings.read, trainings.mine];

type Draft = DraftOf<typeof trainings>;

/** Trainings by section, for those who keep them. */
export function ManageTrainingsPage() {
  const sections = useResource(trainings.sections, {}).data?.data ?? [];
  const [asked, setSection] = useSection();
  const open = sections.find(({ section }) => section === asked);
  const total = sections.reduce((sum, { ids }) => sum + ids.length, 0);
  return (
    <>
      <PageBar
        title={titleOf('/admin/trainings')}
        scope={
          <>
            <b>{total}</b> in <b>{sections.length}</b> {sections.length === 1 ? 'section' : 'sections'}
          </>
        }
        actions={<NewRowLink of={trainings} />}
      />
      <Tabs
        label="Sections"
        className="views"
        items={[
          { key: ALL, label: 'All', count: String(total) },
          ...sections.map(({ section, ids }, at) => ({ key: `s${at}`, label: section, count: String(ids.length) })),
        ]}
        current={open === undefined ? ALL : `s${sections.indexOf(open)}`}
        onSelect={(key) => setSection(key === ALL ? null : (sections[Number(key.slice(1))]?.section ?? null))}
        extra={
          open === undefined ? undefined : (
            <SectionTools section={open} sections={sections} onDeleted={() => setSection(null)} />
          )
        }
      >
        <List section={open?.section ?? null} sections={sections} />
      </Tabs>
    </>
  );
}

interface ListProps {
  section: string | null;
  sections: readonly { readonly section: string; readonly ids: readonly number[] }[];
}

function List({ section, sections }: ListProps) {
  const { brand } = useApp();
  const sponsors = useResource(corporations.list, { query: { limit: MAX_PAGE_LIMIT } }).data?.data ?? [];
  return (
    <ResourceList
      of={trainings}
      icon={GraduationCap}
      about="A training is a file for your agents, such as a guide or a recording."
      searched="Title, section"
      nameOf={({ title }) => title}
      {...(section !== null && { filter: { section } })}
      alsoShown={ALSO}
      columns={[
        { head: 'Title', cell: ({ title }) => title, sortBy: 'title', narrow: 'title' },
        { head: 'Section', cell: (row) => row.section, sortBy: 'position', narrow: 'sub' },
        {
          head: 'For',
          cell: ({ for_account_types: types }) => audience(types, brand.roleLabels),
          narrow: 'sub-aside',
        },
        { head: 'File', cell: ({ file }) => file?.name ?? 'No file', narrow: 'none' },
      ]}
      values={(training) =>
        training === null
          ? { section: section ?? sections.at(-1)?.section ?? '', corporation_id: null, for_account_types: [] }
          : training
      }
      fields={(parts, training) => (
        <>
          {parts.text('title', 'Title', { maxLength: 160 })}
          {parts.text('section', 'Section', {
            maxLength: 80,
            list: 'training-sections',
            hint: 'A new name begins a section.',
          })}
          <datalist id="training-sections">
            {sections.map((one) => (
              <option key={one.section} value={one.section}>
                {one.section}
              </option>
            ))}
          </datalist>
          {accountTypes(parts, brand.roleLabels)}
          {parts.file('File', ACCEPTED, fileHint(training))}
          {training?.file ? (
            <div className="whole">
              <RemoveStored
                what={`File of ${training.title}`}
                endpoint={trainings.update}
                args={{ params: { id: training.id }, body: { remove_file: true } }}
                shown={SHOWN}
              />
            </div>
          ) : null}
          {parts.pick(
            'corporation_id',
            'Corporation',
            sponsors.filter(({ id, retired }) => !retired || id === training?.corporation_id),
            'None',
          )}
          {training === null ? null : <TrainingPeople id={training.id} />}
        </>
      )}
      actions={(row) => <MoveTraining training={row} sections={sections} />}
    />
  );
}

type Labels = Readonly<Record<Role, string>>;

const audience = (types: readonly Role[], labels: Labels): string =>
  types.length === 0 ? 'Everyone' : types.map((type) => labels[type]).join(', ');

const accountTypes = ({ live }: RecordParts<Draft>, labels: Labels) =>
  live(({ for_account_types: chosen = [] }, write) => (
    <fieldset className="whole training-types">
      <legend className="field-label">For account types</legend>
      <p className="soft">{chosen.length === 0 ? 'Everyone sees it.' : 'Only these see it.'}</p>
      {ROLES.map((role) => (
        <Checkbox
          key={role}
          checked={chosen.includes(role)}
          onCheckedChange={(isOn) =>
            write('for_account_types', isOn ? [...chosen, role] : chosen.filter((other) => other !== role))
          }
        >
          {labels[role]}
        </Checkbox>
      ))}
    </fieldset>
  ));

const fileHint = (training: Training | null): string =>
  training?.file
    ? `${training.file.name} is stored. Choose another file to replace it.`
    : 'PDF, image, text or audio, at most 25 MB.';
