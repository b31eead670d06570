import * as vscode from 'vscode';
import { chooseRun } from './run-choice';
import type { RunRef } from './run-ref';
import type { RunService } from './run-service';
import type { RunShelf, ShelvedRun } from './run-shelf';

/** Which run a command means: the one in the panel, else the only one there is, else the person chooses. */
export class RunPicker {
  constructor(
    private readonly shelf: RunShelf,
    private readonly service: RunService,
    private readonly shown: () => RunRef | null,
  ) {}

  /**
   * @param matches which runs of the list can be meant
   * @returns null when the person chose none
   * @throws Refusal when there is none to choose
   */
  async pick(
    title: string,
    matches: (run: ShelvedRun) => boolean = () => true,
  ): Promise<RunRef | null> {
    const runs = (await this.shelf.list()).filter(matches);
    const shown = this.shown();
    const current = runs.find((run) => run.id === shown?.runId);
    const chosen = current ?? (runs.length === 1 ? runs[0] : await chooseRun(runs, title));
    return chosen === null || chosen === undefined ? null : { root: chosen.root, runId: chosen.id };
  }

  /** The runs of this window that can be stopped. */
  living(): readonly RunRef[] {
    return this.service.runs.flatMap((run) =>
      run.state === null ? [] : [{ root: vscode.Uri.parse(run.root), runId: run.state.runId }],
    );
  }
}
