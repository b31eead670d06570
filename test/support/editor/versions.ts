/** The editors that the extension is tested in, as packages of the npm registry. */
export interface EditorVersion {
  /** The version of VS Code. */
  readonly vscode: string;
  /** The version of the package `code-server`, which carries the server, workbench and extension host. */
  readonly codeServer: string;
  /** The major version of Node that this server runs on. */
  readonly nodeMajor: 22 | 24;
}

/** `minimum` is what `engines.vscode` in package.json names; `current` is the newest one. */
export const editorVersions: Readonly<Record<'minimum' | 'current', EditorVersion>> = {
  minimum: { vscode: '1.104.0', codeServer: '4.104.0', nodeMajor: 22 },
  current: { vscode: '1.139.1', codeServer: '4.139.1', nodeMajor: 24 },
};

/** The Node 22 that goes with the minimum editor, where there is a package for the platform. */
export const node22Version = '22.23.5';
