import type { FromPanel } from '../src/protocol/from-panel';
import { parseToPanel, type ToPanel } from '../src/protocol/to-panel';

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** The panel's only way out. */
export interface Bridge {
  post(message: FromPanel): void;
  /** What `save` was last given, in this or an earlier life of the panel; anything at all before. */
  load(): unknown;
  save(state: unknown): void;
}

/** Connects to the editor. Messages that do not parse are dropped and logged by the host. May be called once. */
export function connect(receive: (message: ToPanel) => void): Bridge {
  const editor = acquireVsCodeApi();
  const bridge: Bridge = {
    post: (message) => {
      editor.postMessage(message);
    },
    load: () => editor.getState(),
    save: (state) => {
      editor.setState(state);
    },
  };
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = parseToPanel(event.data);
    if ('error' in message) {
      bridge.post({ type: 'log', text: `The panel dropped a message: ${message.error}` });
    } else {
      receive(message);
    }
  });
  return bridge;
}
