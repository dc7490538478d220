import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small disk at this folder. @throws where this user may not mount. */
export function mountDisk(folder: string, megabytes: number) {
  mkdirSync(folder, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], { stdio: 'pipe' });
  const ballast = join(folder, 'ballast');
  return {
    /** Takes all room but so many bytes. */
    fill: (left = 0) => {
      const file = openSync(ballast, 'w');
      const { bavail, bsize } = statfsSync(folder);
      const pages = Buffer.alloc(2 ** 16);
      try {
        for (let rest = bavail * bsize - left; rest > 0; rest -= pages.length) writeSync(file, pages);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(ballast, { force: true }),
    unmount: () => execFileSync('umount', ['-l', folder]),
  };
}

/** True when this user may mount a file system here. */
export function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-mount-'));
  try {
    mountDisk(folder, 1).unmount();
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
