import type { PreviewView, ToPanel, WelcomeView } from '../protocol/to-panel';
import { Disposable } from '../util/disposable';
import { Throttle } from '../util/throttle';
import type { Draft, PlannedRun } from './brief-desk';
import type { LiveRun } from './live-run';
import type { RunRef } from './run-ref';
import type { RunService } from './run-service';
import type { RunViews } from './run-views';

/** What the panel shows. */
export type Screen =
  | { readonly kind: 'welcome' }
  | { readonly kind: 'form'; readonly draft: Draft; readonly keep: boolean }
  | { readonly kind: 'preview'; readonly draft: Draft; readonly plan: PlannedRun }
  | { readonly kind: 'run'; readonly ref: RunRef };

export interface PanelScreenParts {
  readonly views: RunViews;
  readonly service: RunService;
  readonly welcome: () => Promise<WelcomeView>;
  readonly post: (message: ToPanel) => void;
  readonly fail: (error: unknown) => void;
}

/** Milliseconds between two messages of one kind, at least. */
const stateInterval = 100;
const progressInterval = 250;
/** Milliseconds after which a run of another process is looked at again: one that died says nothing any more. */
const otherOwnerInterval = 3000;

/**
 * What the panel shows now, and the posting of it: complete snapshots with a growing revision, nothing before the panel said `ready`,
 * nothing while it is closed, throttled while a run goes on.
 */
export class PanelScreen extends Disposable {
  #screen: Screen = { kind: 'welcome' };
  #ready = false;
  #revision = 0;
  #openRounds: ReadonlySet<number> = new Set();
  readonly #state = this.own(new Throttle(() => this.#postScreen(), stateInterval));
  readonly #progress = this.own(new Throttle(() => this.#postProgress(), progressInterval));

  #again: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly parts: PanelScreenParts) {
    super();
    this.own({ dispose: () => clearTimeout(this.#again) });
    this.own(
      parts.service.onDidChange(({ run, change }) => {
        if (!this.#shows(run)) return;
        if (change.kind === 'calls') this.#progress.request();
        else this.refresh();
      }),
    );
  }

  get screen(): Screen {
    return this.#screen;
  }
  get ready(): boolean {
    return this.#ready;
  }

  /** The run that is shown; null on the other screens. */
  get shown(): RunRef | null {
    return this.#screen.kind === 'run' ? this.#screen.ref : null;
  }

  /** Shows another screen, at once when the panel listens. */
  show(screen: Screen): void {
    if (screen.kind !== 'run' || this.shown?.runId !== screen.ref.runId) {
      this.#openRounds = new Set();
    }
    this.#screen = screen;
    this.#state.flush();
  }

  /** Posts the screen again, soon. A form or a preview is the person's until they send it: nothing is posted over what they type. */
  refresh(): void {
    if (this.#screen.kind === 'form' || this.#screen.kind === 'preview') return;
    this.#state.request();
    this.#progress.request();
  }

  /** The panel has loaded and listens: `first` goes before everything else. */
  opened(first: ToPanel): void {
    this.#ready = true;
    this.post(first);
    this.#state.flush();
    this.#progress.flush();
  }

  closed(): void {
    this.#ready = false;
  }

  /** Rounds whose findings the panel wants beside the newest. */
  openRounds(rounds: readonly number[]): void {
    this.#openRounds = new Set(rounds);
    this.#state.flush();
  }

  post(message: ToPanel): void {
    if (this.#ready) this.parts.post(message);
  }

  #shows(run: LiveRun): boolean {
    return this.shown !== null && run.state?.runId === this.shown.runId;
  }

  #postScreen(): void {
    if (!this.#ready) return;
    const screen = this.#screen;
    this.#message(screen).then((message) => {
      // What was slow to make may be of a screen that is gone.
      if (message !== null && this.#screen === screen) this.post(message);
    }, this.parts.fail);
  }

  async #message(screen: Screen): Promise<ToPanel | null> {
    switch (screen.kind) {
      case 'welcome':
        return { type: 'welcome', view: await this.parts.welcome() };
      case 'form':
        return formMessage(screen.draft, screen.keep);
      case 'preview':
        return { type: 'preview', view: screen.plan.preview satisfies PreviewView };
      case 'run': {
        const view = await this.parts.views.view(screen.ref, this.#openRounds);
        this.#revision += 1;
        if (view.readOnly !== null) this.#lookAgain(screen);
        return { type: 'state', revision: this.#revision, view };
      }
    }
  }

  #lookAgain(screen: Screen): void {
    clearTimeout(this.#again);
    this.#again = setTimeout(() => {
      if (this.#ready && this.#screen === screen) this.refresh();
    }, otherOwnerInterval);
  }

  #postProgress(): void {
    const ref = this.shown;
    if (ref === null) return;
    const calls = this.parts.service.find(ref.runId)?.calls ?? [];
    this.post({ type: 'progress', runId: ref.runId, calls: [...calls] });
  }
}

function formMessage(draft: Draft, keep: boolean): ToPanel {
  return {
    type: 'form',
    keep,
    draftKey: draft.key,
    initial: draft.form,
    lenses: [...draft.lenses],
    models: [...draft.models],
    problems: [...draft.problems],
    keyMissing: draft.keyMissing,
  };
}
