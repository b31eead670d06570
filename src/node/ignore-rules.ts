import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';

/**
 * The `.gitignore` files of a workspace, nested ones included, read when a folder is first asked about. As in git, a deeper file
 * has the last word, and nothing comes back out of a folder that is ignored.
 */
export class IgnoreRules {
  private readonly rules = new Map<string, Promise<Ignore | null>>();

  constructor(
    private readonly root: string,
    private readonly foldsCase: boolean,
  ) {}

  /** @param relative path from the root with `/`; @param folder whether it is a folder */
  async ignores(relative: string, folder: boolean): Promise<boolean> {
    const segments = relative.split('/').filter((segment) => segment !== '');
    for (let depth = 1; depth <= segments.length; depth += 1) {
      const isFolder = depth < segments.length || folder;
      if (await this.ignoresHere(segments.slice(0, depth), isFolder)) return true;
    }
    return false;
  }

  private async ignoresHere(segments: readonly string[], folder: boolean): Promise<boolean> {
    let ignored = false;
    for (let depth = 0; depth < segments.length; depth += 1) {
      const rule = await this.rulesOf(segments.slice(0, depth).join('/'));
      if (rule === null) continue;
      const answer = rule.test(segments.slice(depth).join('/') + (folder ? '/' : ''));
      if (answer.ignored) ignored = true;
      else if (answer.unignored) ignored = false;
    }
    return ignored;
  }

  private rulesOf(folder: string): Promise<Ignore | null> {
    const known = this.rules.get(folder);
    if (known !== undefined) return known;
    const read = readFile(path.join(this.root, folder, '.gitignore'), 'utf8').then(
      (text) => ignore({ ignorecase: this.foldsCase }).add(text.replace(/^\ufeff/, '')),
      () => null,
    );
    this.rules.set(folder, read);
    return read;
  }
}
