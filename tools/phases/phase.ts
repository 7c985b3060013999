import type { Scope } from '../../test/host/scope.js';
import type { SuiteReport } from '../../test/support/mochaRun.js';

export interface PhaseContext {
  readonly scope: Scope;
  /** Only tests whose full name matches this regular expression. */
  readonly grep?: string;
  readonly print: (line: string) => void;
}

/** One part of the test run; a phase that throws or in which nothing passed counts as failed. */
export interface Phase {
  readonly name: string;
  readonly title: string;
  run(context: PhaseContext): Promise<SuiteReport>;
}
