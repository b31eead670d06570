import type { RunEvent } from '../../src/engine';

/** Events without what may differ after a resume: numbers, times and resume marks (rulings 29). */
export function comparableEvents(events: readonly RunEvent[]): unknown[] {
  return events
    .filter(({ type }) => type !== 'run.resumed')
    .map((event) => ({
      ...event,
      at: '',
      seq: 0,
      ...('duration' in event ? { duration: 0 } : {}),
    }));
}
