/*
 * Every id that package.json and the code share, once. A test holds this table against package.json in both directions.
 */

/** Commands. All but `verifyResource` stand in the palette; that one is the context menus' "Verify with BVL". */
export const commandIds = {
  verify: 'bvl.verify',
  verifyResource: 'bvl.verifyResource',
  audit: 'bvl.audit',
  stop: 'bvl.stop',
  resume: 'bvl.resume',
  showPanel: 'bvl.showPanel',
  openReport: 'bvl.openReport',
  compareRevisions: 'bvl.compareRevisions',
  restoreRevision: 'bvl.restoreRevision',
  undoRun: 'bvl.undoRun',
  undoRestore: 'bvl.undoRestore',
  setKey: 'bvl.setKey',
  clearKey: 'bvl.clearKey',
  runExample: 'bvl.runExample',
  showPrompts: 'bvl.showPrompts',
} as const;
export type CommandId = (typeof commandIds)[keyof typeof commandIds];

export const viewContainerId = 'bvl';
export const reviewViewId = 'bvl.review';

/** Context keys that `when` and `enablement` clauses may use; set in one place (`context-keys.ts`). */
export const contextKeys = {
  /** A run lives in this window. */
  running: 'bvl.running',
  /** Every workspace folder has a living run: no other can start. */
  busy: 'bvl.busy',
  /** The workspace holds runs (known after the first look). */
  hasRuns: 'bvl.hasRuns',
  /** A run holds a decision that waits for the person. */
  decisionWaiting: 'bvl.decisionWaiting',
  /** An API key is stored. */
  hasKey: 'bvl.hasKey',
} as const;
export type ContextKey = (typeof contextKeys)[keyof typeof contextKeys];

/** Settings, without the `bvl.` section. */
export const settingKeys = {
  baseUrl: 'anthropic.baseUrl',
  model: 'anthropic.model',
  price: 'anthropic.price',
  cap: 'run.cap',
  cleanRounds: 'run.cleanRounds',
  confirmRounds: 'run.confirmRounds',
  baseline: 'run.baseline',
  strictness: 'run.strictness',
  tokens: 'budget.tokens',
  cost: 'budget.cost',
  seconds: 'budget.seconds',
  autoOpenDiff: 'diff.autoOpen',
} as const;
export type SettingKey = (typeof settingKeys)[keyof typeof settingKeys];

/** Scheme of the read-only documents that show a revision. */
export const revisionScheme = 'bvl-revision';
/** Scheme of the read-only documents that show prompts, previews and reports. */
export const textScheme = 'bvl-text';
