import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A folder for one test, taken away by `remove`; files are given as texts or bytes by relative path. */
export class TempFolder {
  readonly path: string;

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    this.path = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'bvl-test-')));
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  /** Absolute path of a relative one. */
  at(...parts: string[]): string {
    return path.join(this.path, ...parts);
  }

  write(name: string, content: string | Uint8Array): void {
    mkdirSync(path.dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), content);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
