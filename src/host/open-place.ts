import * as vscode from 'vscode';
import type { FindingRecord } from '../engine/build-verify/decisions';
import { checkEvidence } from '../engine/quote';
import { currentText, showCurrent } from './current-document';
import { namedRevision } from './revision-documents';
import { t } from './translate';

/** What is needed to show a place that is no longer in the file. */
export interface AuditedText {
  /** The read-only document with the text the Critic looked at; null: none is kept. */
  document(path: string): vscode.Uri | null;
}

/**
 * Opens the place a finding speaks of, in the file as it is now: the quote is looked for again, since text moves (field-notes.md row 7).
 * When it is gone, says so and offers the text it was found in. Line 1 is never shown by default.
 */
export async function openFinding(
  root: vscode.Uri,
  finding: FindingRecord,
  artifacts: readonly string[],
  audited: AuditedText,
): Promise<void> {
  const found = await relocate(root, finding, artifacts);
  if (found !== null) {
    await reveal(vscode.Uri.joinPath(root, found.path), found.from, found.to);
    return;
  }
  const old = finding.check?.places[0];
  const document = old === undefined ? null : audited.document(old.path);
  if (old === undefined || document === null) {
    void vscode.window.showInformationMessage(noPlace(finding));
    return;
  }
  const show = t('Show the Text It Was Found In');
  const chosen = await vscode.window.showInformationMessage(
    t('The quoted text is no longer in {file}.', { file: old.path }),
    show,
  );
  if (chosen !== show) return;
  const words = finding.round === 0 ? t('start') : t('round {round}', { round: finding.round });
  const shown = namedRevision(document, words);
  await speakLanguageOf(document, shown);
  await reveal(shown, old.from, old.to);
}

/** A name that ends in `(round 3)` tells the editor no language: it is the one of the same text under the file's own name. */
async function speakLanguageOf(plain: vscode.Uri, named: vscode.Uri): Promise<void> {
  const { languageId } = await vscode.workspace.openTextDocument(plain);
  const document = await vscode.workspace.openTextDocument(named);
  if (document.languageId !== languageId) {
    await vscode.languages.setTextDocumentLanguage(document, languageId);
  }
}

function noPlace(finding: FindingRecord): string {
  if (finding.check?.result === 'quote-not-found') {
    return t('This finding quotes a text that is not in the file. Read its evidence in the panel.');
  }
  return t('This finding quotes no text, so it has no place to open.');
}

interface Place {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

async function relocate(
  root: vscode.Uri,
  finding: FindingRecord,
  artifacts: readonly string[],
): Promise<Place | null> {
  const files: { path: string; text: string }[] = [];
  for (const path of artifacts) {
    try {
      files.push({ path, text: await currentText(vscode.Uri.joinPath(root, path)) });
    } catch {
      // Deleted, or not a text any more: there is no place in it.
    }
  }
  const { number, severity, acReference, kind, issue, evidence } = finding;
  const [check] = checkEvidence(
    finding.lens,
    [{ number, severity, acReference, kind, issue, evidence, tagOffset: 0 }],
    files,
  );
  return check?.places[0] ?? null;
}

/** Selects whole lines `from` to `to` (1-based) and brings them into view. */
async function reveal(uri: vscode.Uri, from: number, to: number): Promise<void> {
  const editor = await showCurrent(uri);
  const { document } = editor;
  const last = Math.min(to, document.lineCount) - 1;
  const range = new vscode.Range(
    Math.min(from - 1, last),
    0,
    last,
    document.lineAt(last).range.end.character,
  );
  editor.selection = new vscode.Selection(range.start, range.end);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
