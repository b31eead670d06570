import type * as vscode from 'vscode';
import { chosenModel } from '../engine/build-verify/queries';
import type { RunState } from '../engine/build-verify/run-state';
import type { Model, ModelFor } from '../engine/ports';
import { anthropicModel } from '../models/anthropic';
import type { Recording } from '../models/recording';
import { systemClock } from '../node/system-clock';
import { commandIds, settingKeys } from './contributions';
import { editorSettings } from './editor-settings';
import type { KeyStore } from './key-store';
import type { Recordings } from './recordings';
import { recordingName } from './recording-name';
import { Refusal } from './refusal';
import { offerReload, tellingMissingParts } from './stale-build';
import { t } from './translate';

/** What a run runs on. */
export interface ModelSource {
  readonly modelFor: ModelFor;
  /** Role to model name, for the report. */
  readonly names: Readonly<Record<string, string>>;
  /** Hosts that requests go to; empty: nothing leaves the machine. */
  readonly hosts: readonly string[];
  /** A base URL was set: the host is not the provider's own. */
  readonly customHost: boolean;
  /** The recording that is replayed; null: live. */
  readonly recording: Recording | null;
  /** Every later call is made on the model of that id. A recording stays what it is. */
  use(model: string): void;
}

/** Makes models when a run needs them; the key is read at that moment and goes nowhere else. */
export class ModelSources {
  constructor(
    private readonly keys: KeyStore,
    private readonly recordings: Recordings,
  ) {}

  /**
   * The live model for runs in a folder.
   * @param model its id; null: the one of the settings
   * @throws Refusal without a key, or with a base URL that is none
   */
  async live(root: vscode.Uri, model: string | null): Promise<ModelSource> {
    const make = this.#maker(root);
    const apiKey = await this.keys.read();
    if (apiKey === null) {
      throw new Refusal('no-key', t('No API key is set. Set one to run on your own files.'), {
        label: t('Set API Key'),
        command: commandIds.setKey,
      });
    }
    return make(apiKey, model);
  }

  /**
   * What `live` would be, without a key: its name and its host can be shown, every call of it is refused before anything is sent.
   * @throws Refusal with a base URL that is none
   */
  withoutKey(root: vscode.Uri, model: string | null): ModelSource {
    return this.#maker(root)('', model);
  }

  #maker(root: vscode.Uri): (apiKey: string, model: string | null) => ModelSource {
    const { settings, problems } = editorSettings(root);
    if (problems.some((problem) => problem.key === settingKeys.baseUrl)) {
      throw new Refusal(
        'setting',
        t('The setting bvl.anthropic.baseUrl is not a web address, so nothing was sent.'),
        {
          label: t('Open Setting'),
          command: 'workbench.action.openSettings',
          args: [`bvl.${settingKeys.baseUrl}`],
        },
      );
    }
    return (apiKey, model) => {
      const make = (id: string): Model =>
        tellingMissingParts(
          anthropicModel({
            apiKey,
            baseUrl: settings.baseUrl,
            model: id,
            clock: systemClock,
            price: settings.price,
            translate: t,
          }),
          offerReload,
        );
      return source(make(model ?? settings.model), settings.baseUrl !== null, null, make);
    };
  }

  /** The model that a stored run ran on last: its recording, or the live one. */
  async again(root: vscode.Uri, state: RunState): Promise<ModelSource> {
    const recorded = recordingName(state);
    if (recorded !== null) {
      return this.recorded((await this.recordings.byTitle(recorded)).recording);
    }
    const first = /^anthropic: (\S+)$/u.exec(Object.values(state.models)[0] ?? '')?.[1] ?? null;
    return this.live(root, chosenModel(state) ?? first);
  }

  /** The model that replays a recording. */
  recorded(recording: Recording): ModelSource {
    return source(this.recordings.model(recording), false, recording, null);
  }
}

function source(
  model: Model,
  customHost: boolean,
  recording: Recording | null,
  make: ((id: string) => Model) | null,
): ModelSource {
  let current = model;
  return {
    modelFor: () => current,
    use: (id) => {
      current = make?.(id) ?? current;
    },
    names: { Implementor: model.name, Critics: model.name, Judges: model.name },
    hosts: model.host === null ? [] : [model.host],
    customHost,
    recording,
  };
}
