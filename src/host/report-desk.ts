import os from 'node:os';
import { reportMarkdown } from '../engine/build-verify/report';
import { redact } from '../util/redact';
import { promptsText } from './prompts-text';
import type { StoredRun } from './run-shelf';
import type { TextDocuments } from './text-documents';
import { t } from './translate';

/** Opens reports and prompts as read-only texts, keys and home paths taken out (rulings 30). */
export class ReportDesk {
  constructor(private readonly documents: TextDocuments) {}

  async openReport({ state, events }: StoredRun): Promise<void> {
    const name = t('BVL report {id}', { id: state.runId });
    await this.#open(name, reportMarkdown(state, events));
  }

  /** The exact prompts of a run, in the order of its calls. */
  async openPrompts({ state, events }: StoredRun): Promise<void> {
    const name = t('BVL prompts {id}', { id: state.runId });
    await this.#open(name, promptsText(state, events, t));
  }

  async #open(name: string, text: string): Promise<void> {
    await this.documents.open(`${name}.md`, redact(text, os.homedir()));
  }
}
