import { readFile } from 'node:fs/promises';
import path from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** In one folder a later file has the last word. */
const ignoreFiles = ['.gitignore', '.ignore'];
/** What a person leaves out of one repository without committing it. */
const privateFile = '.git/info/exclude';

/**
 * The ignore files of a workspace, nested ones included, read when a folder is first asked about. As in git, a deeper file
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
    const names = folder === '' ? [privateFile, ...ignoreFiles] : ignoreFiles;
    const read = this.readRules(names.map((name) => path.join(this.root, folder, name)));
    this.rules.set(folder, read);
    return read;
  }

  private async readRules(files: readonly string[]): Promise<Ignore | null> {
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
    if (texts.every((text) => text === '')) return null;
    const rules = ignore({ ignorecase: this.foldsCase });
    for (const text of texts) rules.add(text.replace(/^\ufeff/, ''));
    return rules;
  }
}
