import { duration } from './text';

/*
 * Clocks on the page. Their elements carry only the time they count from (`data-since`) or to (`data-until`), so that a second that
 * passes redraws nothing else. Milliseconds since the epoch.
 */

/** Writes every clock once. */
export function tick(root: HTMLElement): void {
  const now = Date.now();
  for (const clock of root.querySelectorAll<HTMLElement>('[data-since]')) {
    clock.textContent = duration((now - Number(clock.dataset['since'])) / 1000);
  }
  for (const clock of root.querySelectorAll<HTMLElement>('[data-until]')) {
    const seconds = Math.max(0, Math.ceil((Number(clock.dataset['until']) - now) / 1000));
    clock.textContent = (clock.dataset['text'] ?? '').replace('{seconds}', String(seconds));
  }
}

/** Writes them every second while the panel can be seen. */
export function startTicking(root: HTMLElement): void {
  setInterval(() => {
    if (document.visibilityState === 'visible') tick(root);
  }, 1000);
}
