import * as vscode from 'vscode';
import { editProblems, type FieldProblem } from '../model/inventory/recordRules.js';
import type { NodeKind } from '../model/sensors/nodeDocument.js';
import { nodeWarnings, type NodeWarning } from '../model/nodeWarnings.js';
import { changedFields } from '../model/patchPlan.js';
import type { RecordRules } from '../model/recordRules.js';
import type { RecordFields } from '../model/inventory/recordText.js';
import type { SensorIndex } from '../model/sensors/sensorIndex.js';
import { domainTypes } from '../model/sensorNames.js';
import { describeProblem } from '../ui/describeProblems.js';
import { inert, type Inert } from '../ui/inert.js';

/** Something to say about a field of a document while it is edited. */
export interface DocumentProblem {
  readonly field: string;
  readonly message: Inert;
  /** A save would be refused here; otherwise the manager decides. */
  readonly isError: boolean;
}

/** Something that a save would refuse at a place of a text. */
export interface PlacedProblem {
  readonly message: Inert;
  readonly offset: number;
  readonly length: number;
}

/** What a document is checked against. */
export interface CheckRequest {
  readonly uri: vscode.Uri;
  readonly edited: RecordFields;
  /** What the document started from; undefined when it is not known. */
  readonly base: RecordFields | undefined;
  /** The sensor tree of its manager, if it was read. */
  readonly tree: SensorIndex | undefined;
}

/** What a save would refuse and the JSON schema of the document cannot know, because it depends on the base. */
export function refusedEdits(rules: RecordRules, { edited, base }: CheckRequest): DocumentProblem[] {
  if (!base) return [];
  const changed = changedFields(base, edited).filter(field => !rules.bookkeepingFields.includes(field));
  return editProblems({ rules, base, edited }, changed)
    .filter(({ code }) => code !== 'invalid')
    .map(problem => ({ field: problem.field, message: sentence(problem), isError: true }));
}

const sentence = (problem: FieldProblem) => vscode.l10n.t('{0}.', describeProblem(problem));

/** What the manager would ignore or refuse in a node. */
export function nodeProblems(kind: NodeKind, { edited, tree }: CheckRequest): DocumentProblem[] {
  return nodeWarnings(kind, edited, tree).map(warning => ({
    field: warning.field,
    message: describeWarning(warning),
    isError: false,
  }));
}

function describeWarning({ field, code, domainType = 0 }: NodeWarning): Inert {
  switch (code) {
    case 'unused':
      return vscode.l10n.t(
        '{0} is used only when domain_type is {1} ({2}); the manager ignores it here.',
        inert(field),
        domainType,
        inert(domainTypes[domainType] ?? ''),
      );
    case 'notInTree':
      return vscode.l10n.t('The tree has nothing with this uuid. Refresh the tree if it is new.');
    case 'noDomain':
      return vscode.l10n.t('{0} must be the uuid of a domain.', inert(field));
    case 'noFlowSensor':
      return vscode.l10n.t('{0} must be the uuid of a flow sensor.', inert(field));
    case 'insideItself':
      return vscode.l10n.t('A domain cannot stand below itself.');
  }
}
