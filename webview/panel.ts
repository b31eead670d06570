import type { FromPanel } from '../src/protocol/from-panel';
import type { PanelModel } from './model';
import type { Action } from './reduce';
import type { Say } from './text';

/** What every template draws from and speaks to. */
export interface Panel {
  readonly model: PanelModel;
  readonly say: Say;
  post(message: FromPanel): void;
  dispatch(action: Action): void;
  /** Moves the keyboard focus to an element by id once the page is drawn again. */
  focus(id: string): void;
}
