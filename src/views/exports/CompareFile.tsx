import { useState } from 'react';
import { listExports } from '#contract/exports.contract.ts';
import { createSha256 } from '#rules/imports/sha256.ts';
import { useResource } from '../_base/use-resource.ts';
import { DropFile } from '../_kit/controls/DropFile.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { formatContacts } from '../_kit/format/format-count.ts';
import { whatOf, whoOf } from './export-words.ts';

interface Compared {
  readonly name: string;
  /** `null` while it is read. */
  readonly sha256: string | null;
  readonly isUnreadable: boolean;
}

async function hashOf(file: Blob): Promise<string> {
  const hash = createSha256();
  const reader = file.stream().getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) hash.update(piece.value);
  return hash.digest();
}

/** Identifies the export of a file by its checksum. The file isn't uploaded. */
export function CompareFile() {
  const [compared, setCompared] = useState<Compared | null>(null);
  const sha256 = compared?.sha256 ?? null;
  const found = useResource(listExports, sha256 === null ? null : { query: { sha256 } });
  const isReading = compared !== null && !compared.isUnreadable && (sha256 === null || found.pending);
  const take = (file: File) => {
    setCompared({ name: file.name, sha256: null, isUnreadable: false });
    const settle = (differs: Partial<Compared>) =>
      setCompared({ name: file.name, sha256: null, isUnreadable: false, ...differs });
    hashOf(file).then(
      (hash) => settle({ sha256: hash }),
      () => settle({ isUnreadable: true }),
    );
  };
  const one = found.data?.data[0];
  return (
    <div className="exports-compare" aria-live="polite">
      <DropFile
        title="Verify a file"
        text="Drop a file to compare its checksum with your exports. The file isn't uploaded."
        accept=".csv,.xlsx"
        busy={isReading}
        error={compared?.isUnreadable ? `Couldn't read ${compared.name}.` : undefined}
        onFile={take}
      />
      {compared && sha256 !== null && found.data !== null ? (
        one === undefined ? (
          <Note tone="warn" title={`${compared.name} doesn't match any of these exports, or it was changed.`} />
        ) : (
          <Note tone="good" title={`${compared.name} is complete and unchanged: ${formatContacts(one.rows ?? 0)}.`}>
            {whoOf(one)} took it: {whatOf(one)}.
          </Note>
        )
      ) : null}
      {found.error !== null ? <Note tone="bad" title={found.error.message} /> : null}
    </div>
  );
}
