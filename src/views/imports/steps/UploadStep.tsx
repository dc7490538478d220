import { useSelector } from '@xstate/react';
import { DEMO_FILE_ROWS, downloadDemoFile } from '#contract/demo.contract.ts';
import type { ImportActor } from '../../../machines/imports/import.machine.ts';
import type { ChosenFile } from '../../../machines/imports/import-context.ts';
import { useBoot } from '../../_base/use-boot.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { DropFile } from '../../_kit/controls/DropFile.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { SkeletonTable } from '../../_kit/states/Skeleton.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { FIELD_WORDS } from '../field-words.ts';
import { refusalWords } from '../fault-words.ts';
import { ProgressLine } from '../../_kit/states/Progress.tsx';

/** A file with every header and no rows; the byte order mark tells Excel that it is UTF-8. */
const TEMPLATE = `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${templateHeaders().join(',')}\r\n`)}`;

const MIB = 1024 * 1024;

const size = (bytes: number) => (bytes < MIB ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / MIB).toFixed(1)} MB`);

/** One policy: a second one is a second row, or columns of the same names with a number. */
function templateHeaders(): string[] {
  return Object.entries(FIELD_WORDS).flatMap(([field, words]) => (/^policy_\d/.test(field) ? [] : words));
}

/** Choosing a file, and its way to the server. */
export function UploadStep({ actor }: { actor: ImportActor }) {
  const boot = useBoot();
  const snapshot = useSelector(actor, (now) => now);
  const { file, sentBytes, refusal } = snapshot.context;
  if (snapshot.hasTag('uploading') && file) {
    return <Uploading file={file} sentBytes={sentBytes} onCancel={() => actor.send({ type: 'import.cancelUpload' })} />;
  }
  const again = refusal?.again === true ? file : null;
  return (
    <>
      {refusal && again ? (
        <Note tone="bad" title={refusal.text} role="alert">
          <p>{again.name} is still selected. You don't need to choose it again.</p>
          <p className="upload-again">
            <Button size="small" onClick={() => actor.send({ type: 'import.chooseFile', file: again })}>
              Try again
            </Button>
          </p>
        </Note>
      ) : null}
      <DropFile
        title="Drop a CSV, Excel, OpenDocument or vCard file here"
        text="CSV, text, .xlsx, .xls, .ods and vCard files, also compressed with gzip. Up to 500 MB and 1,000,000 rows. You'll review the rows before anything is imported."
        accept=".csv,.txt,.tsv,.xlsx,.xls,.ods,.xml,.html,.htm,.vcf,.gz,text/csv,text/vcard"
        error={again || refusal === null ? undefined : refusalWords(refusal)}
        onFile={(chosen) =>
          actor.send({
            type: 'import.chooseFile',
            file: { name: chosen.name, bytes: chosen.size, content: chosen },
          })
        }
      />
      {boot.demo ? (
        <p className="soft">
          No file yet?{' '}
          <a className="link" href={downloadDemoFile.path} download>
            Download a sample file
          </a>{' '}
          with {formatCount(DEMO_FILE_ROWS)} rows and typical errors.
        </p>
      ) : null}
      <p className="meta quiet upload-hint">
        Put headers in the first row. Each row needs a name, phone or e-mail. Other columns are optional.{' '}
        <a className="link" href={TEMPLATE} download="contacts.csv">
          Download a template
        </a>{' '}
        with all headers.
      </p>
    </>
  );
}

interface UploadingProps {
  file: ChosenFile;
  sentBytes: number;
  onCancel: () => void;
}

/** Placeholder columns while the server reads the file. */
const COLUMNS = [{ label: 'Column' }, { label: 'Samples' }, { label: 'Maps to' }, { label: 'Match confidence' }];

/** A file being uploaded; afterwards its columns are read, which takes up to ten seconds for a large workbook. */
function Uploading({ file, sentBytes, onCancel }: UploadingProps) {
  const isSent = sentBytes >= file.bytes;
  const isWorkbook = /\.(xlsx?|ods|xml|html?|vcf)(\.gz)?$/iu.test(file.name);
  const reading = isWorkbook ? 'Reading the first rows of the file' : 'Reading the columns';
  return (
    <>
      <Card className="upload" padded>
        <ProgressLine
          label={`Upload of ${file.name}`}
          done={Math.min(sentBytes, file.bytes)}
          total={isSent ? null : file.bytes}
          text={isSent ? reading : `${size(sentBytes)} of ${size(file.bytes)}`}
        />
        <div className="row wrap">
          <Button size="small" onClick={onCancel}>
            Cancel upload
          </Button>
          <span className="meta quiet">
            You can use other pages while you wait. Keep this tab open until the upload finishes.
          </span>
        </div>
      </Card>
      {isSent ? <SkeletonTable label="Reading the columns" columns={COLUMNS} rows={6} /> : null}
    </>
  );
}
