import { FileUp, RotateCw } from 'lucide-react';
import { Button } from '../controls/Button.tsx';
import { Card } from '../display/Card.tsx';
import { DropFile } from '../controls/DropFile.tsx';
import { EmptyState } from '../states/EmptyState.tsx';
import { ErrorPanel } from '../states/ErrorPanel.tsx';
import { ErrorScreen } from '../states/ErrorScreen.tsx';
import { SkeletonLines, SkeletonTable } from '../states/Skeleton.tsx';

const COLUMNS = [{ label: 'Name' }, { label: 'Phone' }, { label: 'Last touch', numeric: true }];
const KEPT = [{ what: 'Your filter is kept', detail: 'It works again as soon as the list is back.' }];

export function KitStates() {
  return (
    <div className="kit-half">
      <Card>
        <EmptyState
          icon={FileUp}
          title="No imports yet"
          text="Bring your book in from a spreadsheet. You see every row before it counts, and you can undo it."
          action={<Button look="primary">Choose a file</Button>}
        />
      </Card>
      <Card>
        <SkeletonTable label="Contacts are loading" columns={COLUMNS} rows={5} />
      </Card>
      <DropFile
        title="Drop a CSV or Excel file here"
        text="Up to 1,000,000 rows and 500 MB."
        accept=".csv"
        onFile={() => {}}
      />
      <Card title="Notes" count="6" padded>
        <SkeletonLines label="Notes are loading" lines={4} />
      </Card>
      <Card>
        <ErrorPanel
          title="The list could not be loaded"
          text="The server did not answer within 10 s. Try again; if it stays so, send us the request number."
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
          kept={[{ what: 'The running import goes on', detail: 'It does not depend on this page.' }]}
          requestId="req_7Hq2mX9cTf"
        />
      </Card>
    </div>
  );
}
