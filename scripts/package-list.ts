/** What the VSIX holds: every file matches one of these, and each of these has a file. */
const parts: readonly { readonly pattern: RegExp; readonly productionOnly?: true }[] = [
  { pattern: /^package\.json$/ },
  { pattern: /^package\.nls\.json$/ },
  { pattern: /^README\.md$/ },
  { pattern: /^CHANGELOG\.md$/ },
  { pattern: /^LICENSE$/ },
  { pattern: /^CONTRIBUTING\.md$/ },
  { pattern: /^docs\/[\w-]+\.md$/ },
  { pattern: /^docs\/(pictures|images)\/[\w-]+\.(png|svg)$/ },
  { pattern: /^dist\/extension\.mjs$/ },
  { pattern: /^dist\/chunks\/[\w.-]+\.mjs$/ },
  { pattern: /^dist\/webview\/panel\.js$/ },
  { pattern: /^dist\/webview\/\w+\.css$/ },
  { pattern: /^dist\/webview\/codicon\.ttf$/ },
  { pattern: /^dist\/THIRD-PARTY-NOTICES\.txt$/, productionOnly: true },
  { pattern: /^media\/[\w./-]+\.(png|svg|md)$/ },
  { pattern: /^l10n\/bundle\.l10n(\.[\w-]+)?\.json$/ },
  { pattern: /^examples\/recordings\/[\w-]+\.json$/ },
  { pattern: /^examples\/[\w./-]+$/ },
];

/**
 * What is wrong with a list of packed files, in words; empty when it is right. A file that
 * matches nothing is as wrong as a part that no file stands for.
 */
export function packageProblems(files: readonly string[], production: boolean): string[] {
  const stray = files.filter((file) => !parts.some(({ pattern }) => pattern.test(file)));
  const missing = parts.filter(
    ({ pattern, productionOnly }) =>
      (production || productionOnly !== true) && !files.some((file) => pattern.test(file)),
  );
  const runs = files.filter((file) => file.split('/').includes('.bvl') && file.includes('/runs/'));
  return [
    ...stray.map((file) => `not allowed: ${file}`),
    ...missing.map(({ pattern }) => `missing: ${pattern.source}`),
    ...runs.map((file) => `a run of somebody: ${file}`),
  ];
}
