import { useSelector } from '@xstate/react';
import { DEMO_FILE_ROWS, downloadDemoFile } from '#contract/demo.contract.ts';
import type { ImportActor } from '../../machines/imports/import.machine.ts';
import { useBoot } from '../_app/use-boot.ts';
import { Button } from '../_kit/Button.tsx';
import { Card } from '../_kit/Card.tsx';
import { DropFile } from '../_kit/DropFile.tsx';
import { formatCount } from '../_kit/format-count.ts';
import { ProgressLine } from '../_kit/Progress.tsx';

const MIB = 1024 * 1024;

const size = (bytes: number) => (bytes < MIB ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / MIB).toFixed(1)} MB`);

/** Choosing a file, and its way to the server. */
export function UploadStep({ actor }: { actor: ImportActor }) {
  const boot = useBoot();
  const snapshot = useSelector(actor, (now) => now);
  const { file, sentBytes, refusal } = snapshot.context;
  if (snapshot.hasTag('uploading') && file) {
    const sent = Math.min(sentBytes, file.bytes);
    return (
      <Card className="upload" padded>
        <ProgressLine
          label={`Upload of ${file.name}`}
          done={sent}
          total={file.bytes}
          text={sent < file.bytes ? `${size(sent)} of ${size(file.bytes)}` : 'Reading the columns'}
        />
        <div className="row wrap">
          <Button size="small" onClick={() => actor.send({ type: 'import.cancelUpload' })}>
            Cancel upload
          </Button>
          <span className="meta quiet">You may visit other pages meanwhile. Keep this tab open until it is done.</span>
        </div>
      </Card>
    );
  }
  return (
    <>
      <DropFile
        title="Drop a CSV file here"
        text="Up to 500 MB and 1,000,000 rows. Nothing is imported before you have seen the check."
        accept=".csv,.txt,text/csv"
        error={refusal?.text}
        onFile={(chosen) =>
          actor.send({
            type: 'import.chooseFile',
            file: { name: chosen.name, bytes: chosen.size, content: chosen },
          })
        }
      />
      {boot.demo ? (
        <p className="soft">
          No list at hand?{' '}
          <a className="link" href={downloadDemoFile.path} download>
            Download a made-up one
          </a>{' '}
          with {formatCount(DEMO_FILE_ROWS)} rows and the faults of a real list.
        </p>
      ) : null}
      <p className="meta quiet upload-hint">
        The first row should hold the headers. A row needs a name, a phone or an e-mail; every other column is up to
        you.
      </p>
    </>
  );
}
