import type { Scope } from '../../test/host/scope.js';
import type { SuiteReport } from '../../test/support/suiteReport.js';

export interface PhaseContext {
  readonly scope: Scope;
  /** Only tests whose full name matches this regular expression. */
  readonly grep?: string;
  /** Only tests of what changed since the last commit. */
  readonly changed?: boolean;
  readonly print: (line: string) => void;
}

/** Phases that run side by side, in this order where not all can. */
export type Stage = readonly Phase[];

/** One part of the test run; a phase that throws, or in which nothing passed that should, counts as failed. */
export interface Phase {
  readonly name: string;
  readonly title: string;
  run(context: PhaseContext): Promise<SuiteReport>;
}
