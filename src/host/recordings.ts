import * as vscode from 'vscode';
import type { DecisionPrompt } from '../engine/build-verify/decisions';
import type { Choice } from '../engine/build-verify/events';
import type { RunState } from '../engine/build-verify/run-state';
import type { Model } from '../engine/ports';
import { promptVersion } from '../engine/roles';
import { recordedModel } from '../models/recorded';
import { parseRecording, type Recording } from '../models/recording';
import { systemClock } from '../node/system-clock';
import { Refusal } from './refusal';
import { t } from './translate';

/** A recording that ships with the extension. */
export interface ShippedRecording {
  /** File name without its ending. */
  readonly id: string;
  readonly recording: Recording;
}

/** The recordings that ship with the extension, read when first asked for. */
export class Recordings {
  readonly #folder: vscode.Uri;
  #all: Promise<readonly ShippedRecording[]> | null = null;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#folder = vscode.Uri.joinPath(extensionUri, 'examples', 'recordings');
  }

  /** The sample workspace the recordings were made in. */
  get sample(): vscode.Uri {
    return vscode.Uri.joinPath(this.extensionUri, 'examples', 'workspace');
  }

  all(): Promise<readonly ShippedRecording[]> {
    this.#all ??= this.#read();
    return this.#all;
  }

  /** @throws Refusal when none of that id ships */
  async byId(id: string): Promise<ShippedRecording> {
    return this.#find((one) => one.id === id, id);
  }

  /** @param title as a run's model name says it. @throws Refusal when none of that title ships */
  async byTitle(title: string): Promise<ShippedRecording> {
    return this.#find((one) => one.recording.title === title, title);
  }

  /** A model that replays a recording; what a person should know about the replay is told once. */
  model(recording: Recording): Model {
    return recordedModel(recording, {
      clock: systemClock,
      promptVersion,
      translate: t,
      notice: (code, text) => {
        this.log.info(`recorded run ${recording.title}: ${code}: ${text}`);
        void vscode.window.showInformationMessage(text);
      },
    });
  }

  async #find(
    matches: (one: ShippedRecording) => boolean,
    name: string,
  ): Promise<ShippedRecording> {
    const found = (await this.all()).find(matches);
    if (found !== undefined) return found;
    throw new Refusal('recording', t('There is no recording "{name}" here.', { name }));
  }

  async #read(): Promise<readonly ShippedRecording[]> {
    const entries = await vscode.workspace.fs.readDirectory(this.#folder).then(
      (found) => found,
      () => [],
    );
    const found: ShippedRecording[] = [];
    for (const [name] of entries.filter(([file]) => file.endsWith('.json')).sort()) {
      const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(this.#folder, name));
      const recording = readRecording(new TextDecoder().decode(bytes), name);
      found.push({ id: name.replace(/\.json$/u, ''), recording });
    }
    return found;
  }
}

/** @throws Refusal that says what is wrong with the recording: damaged, or of another version */
export function readRecording(text: string, name: string): Recording {
  const recording = parseRecording(text, t);
  if (!('error' in recording)) return recording;
  throw new Refusal('recording', `${name}: ${recording.error}`);
}

/** What the recording's person chose at this prompt: a recorded run goes on with exactly that. Null: it knows no answer. */
export function recordedChoice(
  recording: Recording,
  state: RunState,
  prompt: DecisionPrompt,
): Choice | null {
  const same = (one: { readonly round: number; readonly prompt: string }): boolean =>
    one.round === prompt.round && one.prompt === prompt.kind;
  const taken = state.decisions.filter(same).length;
  return recording.decisions.filter(same)[taken]?.choice ?? null;
}
