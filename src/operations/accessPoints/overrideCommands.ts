import * as vscode from 'vscode';
import { checkPointsText } from '../../model/trees/checkTreeText.js';
import { CsvTextError } from '../../model/text/csvText.js';
import type { NodeTarget } from '../../model/sensors/nodeTarget.js';
import { overlayCsv } from '../../changes/trees/overlayCsv.js';
import { pointListPath } from '../../model/trees/pointList.js';
import { readPointsCsv, type CsvProblem, type PointsOfCsv } from '../../model/trees/pointsCsv.js';
import { window } from '../../ui/doors.js';
import { inert, quoted, SentenceError, type Inert } from '../../words/inert.js';
import { requireUnlocked } from '../../ui/confirmRisk.js';
import type { OperationServices } from '../operationServices.js';
import { override, type OverrideRequest } from '../../changes/trees/override.js';
import { changeDomain } from '../trees/changeDomain.js';
import { chosenDomain, readChosenFile } from '../trees/overwriteCommands.js';
import { firstProblem } from '../../changes/trees/treeWords.js';
import { recordUri } from '../../ui/recordUri.js';

/** Opens the access points of a domain and its subdomains as one list. */
export async function editAccessPoints(operations: OperationServices, clicked?: NodeTarget): Promise<void> {
  const { connectionId, uuid, name } = await chosenDomain(operations, clicked);
  await operations.openDocument(recordUri(connectionId, pointListPath(uuid, name)));
}

/** Overrides the access points of a domain with those of a JSON or CSV file. */
export async function overrideFromFile(operations: OperationServices, clicked?: NodeTarget): Promise<void> {
  const { connectionId, uuid, name } = await chosenDomain(operations, clicked);
  const connection = requireUnlocked(operations.connections.get(connectionId));
  const title = vscode.l10n.t('Override the access points of {0} with', quoted(name));
  const text = await readChosenFile(title, ['json', 'csv']);
  if (text === undefined) return;
  const elements = text.trimStart().startsWith('{') ? elementsOfJson(text) : elementsOfCsv(text);
  const { done, message } = await changeDomain(operations, connection, manager =>
    override(manager, { uuid, elements }),
  );
  if (done === undefined) void window.showInformationMessage(message);
}

function elementsOfJson(text: string): OverrideRequest['elements'] {
  const { body, problems } = checkPointsText(text);
  if (!body) throw firstProblem(text, problems);
  return () => body.access_points;
}

function elementsOfCsv(text: string): OverrideRequest['elements'] {
  const csv = readCsv(text);
  const [first] = csv.problems;
  if (first) {
    const others = csv.problems.length - 1;
    const sentence = csvSentence(first);
    const all = others > 0 ? vscode.l10n.t('{0} There are {1} more problems.', sentence, others) : sentence;
    throw new SentenceError(vscode.l10n.t('{0} Nothing was sent.', all));
  }
  return (current, place) => overlayCsv(csv, current, place);
}

function readCsv(text: string): PointsOfCsv {
  try {
    return readPointsCsv(text);
  } catch (error) {
    if (!(error instanceof CsvTextError)) throw error;
    throw new SentenceError(
      vscode.l10n.t('Line {0}: this is not CSV. {1}', error.line, inert(error.message)),
    );
  }
}

/** What is wrong with a CSV text. */
function csvSentence({ kind, line, subject }: CsvProblem): Inert {
  const shown = quoted(subject);
  switch (kind) {
    case 'unknownColumn':
      return vscode.l10n.t('Line {0}: there is no field named {1}. Take the column out.', line, shown);
    case 'noMacColumn':
      return vscode.l10n.t('Line {0}: a column named mac_address is missing.', line);
    case 'wrongMac':
      return vscode.l10n.t('Line {0}: “{1}” is no MAC address.', line, shown);
    case 'duplicateMac':
      return vscode.l10n.t('Line {0}: the MAC address {1} stands in two lines.', line, shown);
    case 'notNumber':
      return vscode.l10n.t('Line {0}: {1} has to be a number.', line, shown);
  }
}
