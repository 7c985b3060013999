import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { DomainChange, TreeManager } from '../../changes/trees/domainChange.js';
import { overlayCsv } from '../../changes/trees/overlayCsv.js';
import { override, type OverrideRequest } from '../../changes/trees/override.js';
import { overwrite } from '../../changes/trees/overwrite.js';
import { firstProblem } from '../../changes/trees/treeWords.js';
import type { NodeTarget } from '../../model/sensors/nodeTarget.js';
import { checkPointsText, checkTreeText } from '../../model/trees/checkTreeText.js';
import { pointListPath } from '../../model/trees/pointList.js';
import { readPointsCsv } from '../../model/trees/pointsCsv.js';
import { subtreePath } from '../../model/trees/treeDocument.js';
import { unlockedConnection } from '../../ui/confirmRisk.js';
import { window } from '../../ui/doors.js';
import { readTextFile } from '../../ui/readTextFile.js';
import { recordUri } from '../../ui/recordUri.js';
import { withOtherProblems } from '../../words/describeProblems.js';
import { quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';
import { chosenDomain } from '../chosenTargets.js';
import { csvOf, csvSentence } from '../../words/csvOf.js';
import type { OperationServices } from '../operationServices.js';
import { changeOrSay } from './changeDomain.js';

/** Opens everything below a domain as one document. */
export const editSubtree = (operations: OperationServices, clicked?: NodeTarget): Promise<void> =>
  openDomain(operations, clicked, subtreePath);

/** Opens the access points of a domain and its subdomains as one list. */
export const editAccessPoints = (operations: OperationServices, clicked?: NodeTarget): Promise<void> =>
  openDomain(operations, clicked, pointListPath);

async function openDomain(
  operations: OperationServices,
  clicked: NodeTarget | undefined,
  pathOf: (uuid: string, name: string) => string,
): Promise<void> {
  await operations.openDocument(await chosenDomainUri(operations, clicked, pathOf));
}

/** The address of a document of the domain that a command acts on. @throws {SentenceError} when it acts on none */
export async function chosenDomainUri(
  operations: OperationServices,
  clicked: NodeTarget | undefined,
  pathOf: (uuid: string, name: string) => string,
): Promise<vscode.Uri> {
  const { connectionId, uuid, name } = await chosenDomain(operations, clicked);
  return recordUri(connectionId, pathOf(uuid, name));
}

/** Overwrites a domain with the tree of a file. */
export const overwriteFromFile = (operations: OperationServices, clicked?: NodeTarget): Promise<void> =>
  changeFromFile(operations, clicked, {
    title: name => l10n.t('Overwrite {0} with', name),
    endings: ['json'],
    changeOf: (text, uuid) => {
      const { body, problems } = checkTreeText(text, uuid);
      if (!body) throw firstProblem(text, problems);
      return manager => overwrite(manager, { uuid, body, operation: 'overwrite' });
    },
  });

/** Overrides the access points of a domain with those of a JSON or CSV file. */
export const overrideFromFile = (operations: OperationServices, clicked?: NodeTarget): Promise<void> =>
  changeFromFile(operations, clicked, {
    title: name => l10n.t('Override the access points of {0} with', name),
    endings: ['json', 'csv'],
    changeOf: (text, uuid) => {
      const elements = text.trimStart().startsWith('{') ? elementsOfJson(text) : elementsOfCsv(text);
      return manager => override(manager, { uuid, elements });
    },
  });

/** What is done with a file that the user chooses. */
interface FileUse {
  readonly title: (domain: Inert) => Inert;
  readonly endings: string[];
  /** @throws {Error} with a sentence for people when the text cannot be sent */
  readonly changeOf: (text: string, uuid: string) => (manager: TreeManager) => DomainChange;
}

async function changeFromFile(
  operations: OperationServices,
  clicked: NodeTarget | undefined,
  { title, endings, changeOf }: FileUse,
): Promise<void> {
  const { connectionId, uuid, name } = await chosenDomain(operations, clicked);
  const connection = await unlockedConnection(operations.connections, connectionId);
  const filters = { [endings.join(', ')]: endings };
  const [file] = (await window.showOpenDialog({ title: title(quoted(name)), filters })) ?? [];
  if (file) await changeOrSay(operations, { connection }, changeOf(await readTextFile(file), uuid));
}

function elementsOfJson(text: string): OverrideRequest['elements'] {
  const { body, problems } = checkPointsText(text);
  if (!body) throw firstProblem(text, problems);
  return () => body.access_points;
}

function elementsOfCsv(text: string): OverrideRequest['elements'] {
  const csv = csvOf(() => readPointsCsv(text));
  const [first] = csv.problems;
  if (first) {
    const all = withOtherProblems(csvSentence(first), csv.problems.length - 1);
    throw new SentenceError(l10n.t('{0} Nothing was sent.', all));
  }
  return (current, place) => overlayCsv(csv, current, place);
}
