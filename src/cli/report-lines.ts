import { reportText } from '../engine/build-verify/report';
import type { RunState } from '../engine/build-verify/run-state';
import type { TextStyle } from './text-style';
import { visibleLine } from './visible-text';

/** The report at exit, line by line, with its head and outcome set off. */
export function reportLines(state: RunState, style: TextStyle): string[] {
  const good = ['success', 'audited'].includes(state.ended?.outcome ?? '');
  return reportText(state)
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const shown = visibleLine(line);
      if (index === 0) return style.bold(shown);
      if (!shown.startsWith('- Outcome: ')) return shown;
      return good ? style.green(shown) : style.yellow(shown);
    });
}
