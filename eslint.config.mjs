// The rules that a machine holds. Formatting is prettier's; the table of layers is tested by
// test/unit/layers.test.ts and repeated here only where an editor can show it while one types.

import tseslint from 'typescript-eslint';

/** Refuses imports that match, with the reason. */
function noImports(message, group) {
  return { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] };
}

const named = [{ selector: 'ExportDefaultDeclaration', message: 'Export it by name.' }];

export default tseslint.config(
  {
    ignores: [
      'dist/',
      'out/',
      'node_modules/',
      '.vscode-test/',
      'examples/',
      'test/fixtures/',
      'coverage/',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './webview/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/explicit-module-boundary-types': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // Code points are what is meant where a string is spread here.
      '@typescript-eslint/no-misused-spread': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      // `while (true)` with a named way out is how a stream is read.
      '@typescript-eslint/no-unnecessary-condition': [
        'error',
        { allowConstantLoopConditions: 'only-allowed-literals' },
      ],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      eqeqeq: 'error',
      'no-restricted-syntax': ['error', ...named],
      'max-lines': ['error', 500],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/host/**', 'src/extension.ts'],
    rules: noImports('Only src/host and src/extension.ts import vscode.', ['vscode']),
  },
  {
    files: ['src/engine/**/*.ts'],
    ignores: ['src/engine/hash.ts'],
    rules: {
      ...noImports('The engine is pure: what it needs of the machine comes through a port.', [
        'vscode',
        'node:*',
      ]),
      'no-restricted-globals': [
        'error',
        { name: 'process', message: 'The engine is pure: use a port.' },
        { name: 'setTimeout', message: 'The engine is pure: use the Clock port.' },
        { name: 'setInterval', message: 'The engine is pure: use the Clock port.' },
        { name: 'fetch', message: 'The engine is pure: use the Model port.' },
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Math', property: 'random', message: 'The engine is pure: use the Ids port.' },
        { object: 'Date', property: 'now', message: 'The engine is pure: use the Clock port.' },
      ],
      'no-restricted-syntax': [
        'error',
        ...named,
        {
          selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
          message: 'The engine is pure: use the Clock port.',
        },
      ],
    },
  },
  // A module that is a text has nothing to be named by.
  { files: ['**/*.d.ts'], rules: { 'no-restricted-syntax': 'off' } },
);
