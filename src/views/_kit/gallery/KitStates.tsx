import { FileUp, RotateCw } from 'lucide-react';
import { Button } from '../controls/Button.tsx';
import { Card } from '../display/Card.tsx';
import { DropFile } from '../controls/DropFile.tsx';
import { EmptyState } from '../states/EmptyState.tsx';
import { ErrorPanel } from '../states/ErrorPanel.tsx';
import { ErrorScreen } from '../states/ErrorScreen.tsx';
import { SkeletonLines, SkeletonTable } from '../states/Skeleton.tsx';

const COLUMNS = [{ label: 'Name' }, { label: 'Phone' }, { label: 'Last touch', numeric: true }];
const KEPT = [{ what: 'Your filter is kept', detail: 'The filter applies again when the list loads.' }];

export function KitStates() {
  return (
    <div className="kit-half">
      <Card>
        <EmptyState
          icon={FileUp}
          title="No imports yet"
          text="Import your book from a spreadsheet. Review every row first, and undo the import if needed."
          action={<Button look="primary">Choose a file</Button>}
        />
      </Card>
      <Card>
        <SkeletonTable label="Loading contacts" columns={COLUMNS} rows={5} />
      </Card>
      <DropFile
        title="Drop a CSV or Excel file here"
        text="Up to 1,000,000 rows and 500 MB."
        accept=".csv"
        onFile={() => {}}
      />
      <Card title="Notes" count="6" padded>
        <SkeletonLines label="Loading notes" lines={4} />
      </Card>
      <Card>
        <ErrorPanel
          title="Couldn't load list"
          text="The server didn't respond within 10 s. Try again. If it keeps happening, send us the request number."
          kept={KEPT}
          actions={
            <Button look="primary" icon={RotateCw}>
              Try again
            </Button>
          }
          requestId="req_7Hq2mX9cTf"
        />
      </Card>
      <Card>
        <ErrorScreen
          onReload={() => {}}
          home={{ href: '#contacts', label: 'Go to Contacts' }}
          kept={[{ what: 'The import is still running', detail: "It doesn't depend on this page." }]}
          requestId="req_7Hq2mX9cTf"
        />
      </Card>
    </div>
  );
}
