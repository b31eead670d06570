/** The messages of the sources that a person can see, found by reading the code. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

export const bundleFile = 'l10n/bundle.l10n.json';

/** Constants whose texts are translated where they are used. */
const tables = new Set(['messages', 'panelStrings']);

/** All messages of the sources: what is given to a translator as a literal, and the tables. Sorted. */
export function collectMessages(root = 'src'): string[] {
  const found = new Set<string>();
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts'))) {
    const full = path.join(root, file);
    const source = ts.createSourceFile(full, readFileSync(full, 'utf8'), ts.ScriptTarget.Latest);
    visit(source, found);
  }
  return [...found].sort();
}

/** The bundle's text for these messages. */
export function bundleText(messages: readonly string[]): string {
  const entries = Object.fromEntries(messages.map((message) => [message, message]));
  return `${JSON.stringify(entries, null, 2)}\n`;
}

function visit(node: ts.Node, found: Set<string>): void {
  if (ts.isCallExpression(node) && isTranslator(node.expression)) {
    for (const text of node.arguments[0] === undefined ? [] : literals(node.arguments[0])) {
      found.add(text);
    }
  }
  if (
    ts.isVariableDeclaration(node) &&
    ts.isIdentifier(node.name) &&
    tables.has(node.name.text) &&
    node.initializer !== undefined
  ) {
    for (const text of literals(node.initializer)) found.add(text);
  }
  ts.forEachChild(node, (child) => visit(child, found));
}

/** `t(…)`, `this.t(…)`. */
function isTranslator(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 't';
  return ts.isPropertyAccessExpression(callee) && callee.name.text === 't';
}

/** The literal texts of an expression: itself, the branches of a condition, the values of an object. */
function literals(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) {
    return [...literals(node.whenTrue), ...literals(node.whenFalse)];
  }
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return literals(node.expression);
  if (ts.isObjectLiteralExpression(node)) {
    return node.properties.flatMap((property) =>
      ts.isPropertyAssignment(property) ? literals(property.initializer) : [],
    );
  }
  return [];
}
