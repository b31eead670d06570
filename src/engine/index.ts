/** The engine's one public surface (design.md, "The rooms"). */
export * from './ports';
export * from './finding';
export * from './build-verify/events';
export * from './build-verify/decisions';
export type * from './build-verify/run-state';
export { checkChoice } from './build-verify/check-choice';
export { sameContent } from './build-verify/content';
export { evolve, foldRun } from './build-verify/state';
export {
  blockFor,
  findingsOf,
  findRound,
  openFindings,
  pendingScope,
  restorableFiles,
} from './build-verify/queries';
export { promptFor } from './build-verify/waiting';
export { transition } from './build-verify/transition';
export type { Effect, Ending } from './build-verify/effects';
export { prepareRun, type RunPlan, type RunStart } from './build-verify/start';
export { reportJson, reportMarkdown, reportText } from './build-verify/report';
export {
  countsText,
  driftTag,
  outcomeWords,
  roundBeside,
  roundsExecuted,
  roundsLine,
} from './build-verify/wording';
export { isResumable, runLoop, type RunInit, type RunStep } from './runner';
