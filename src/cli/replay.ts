/** Whether a run replays a recording: its times are those of the replay, not of the recorded run. */
export function isReplay(run: { readonly models: Readonly<Record<string, string>> }): boolean {
  return Object.values(run.models).some((name) => name.startsWith('recorded run: '));
}
