import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  parseFloorFile,
  pictureType,
  withFloorFields,
  type FloorFile,
} from '../../model/pictures/floors/floorFile.js';
import { fileNameOf } from 'netsensor-contract/text/plainText';
import { window } from '../../ui/doors.js';
import { replaceText } from '../../ui/editDocument.js';
import { together } from '../../ui/lifetimes.js';
import { inert, quoted, type Inert } from '../../words/inert.js';
import { SentenceError } from '../../words/sentenceErrors.js';

const pattern = '**/*.floor.json';
const pictures = '**/*.{png,jpg,jpeg,webp,svg}';
const mostFiles = 500;

/** What the workspace says of a floor. */
export interface FoundFloor {
  readonly uri: vscode.Uri | undefined;
  readonly file: FloorFile | undefined;
  /** The background, as a data URL. */
  readonly picture: string | undefined;
  /** What is wrong with the file or its picture; the floor is shown without. */
  readonly problem: Inert | undefined;
}

/** The file of the workspace that is about a floor, and its picture. */
export async function findFloor(uuid: string): Promise<FoundFloor> {
  const nothing = { uri: undefined, file: undefined, picture: undefined, problem: undefined };
  const uris = await vscode.workspace.findFiles(pattern, '**/node_modules/**', mostFiles);
  for (const uri of uris.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const text = await textOf(uri);
    if (!text.includes(JSON.stringify(uuid).slice(1, -1))) continue;
    const read = parseFloorFile(text);
    if ('problem' in read) {
      const problem = l10n.t('{0} cannot be used. {1}', nameOf(uri), inert(read.problem));
      return { ...nothing, uri, problem };
    }
    if (read.file.floor !== uuid) continue;
    return { uri, file: read.file, ...(await readPicture(uri, read.file)) };
  }
  return nothing;
}

/** Calls back when a floor file, or a picture, was written or went away. */
export function followFloors(changed: () => void): vscode.Disposable {
  const watchers = [pattern, pictures].map(glob => vscode.workspace.createFileSystemWatcher(glob));
  const events = watchers.flatMap(watcher => [
    watcher.onDidChange(changed),
    watcher.onDidCreate(changed),
    watcher.onDidDelete(changed),
  ]);
  return together(...watchers, ...events);
}

async function readPicture(
  uri: vscode.Uri,
  { picture }: FloorFile,
): Promise<Pick<FoundFloor, 'picture' | 'problem'>> {
  if (picture === undefined) return { picture: undefined, problem: undefined };
  const target = vscode.Uri.joinPath(uri, '..', picture);
  const refuse = (problem: Inert) => ({ picture: undefined, problem });
  if (!vscode.workspace.getWorkspaceFolder(target)) {
    return refuse(l10n.t('{0}: the picture {1} is outside the workspace.', nameOf(uri), quoted(picture)));
  }
  try {
    const bytes = await vscode.workspace.fs.readFile(target);
    const type = pictureType(bytes);
    if (type) {
      const content = Buffer.from(bytes).toString('base64');
      return { picture: `data:${type};base64,${content}`, problem: undefined };
    }
    return refuse(
      l10n.t('{0}: {1} is no PNG, JPEG, WebP or SVG, or has more than 20 MB.', nameOf(uri), quoted(picture)),
    );
  } catch {
    return refuse(l10n.t('{0}: the picture {1} cannot be read.', nameOf(uri), quoted(picture)));
  }
}

/** Lets the user choose the picture of a floor, and notes it in the file of that floor, beside the picture if it is new. */
export async function choosePicture(uuid: string): Promise<void> {
  const folder = requireFolder();
  const [picture] =
    (await window.showOpenDialog({
      title: l10n.t('Picture of the floor'),
      defaultUri: folder,
      filters: { [l10n.t('Pictures')]: ['png', 'jpg', 'jpeg', 'webp', 'svg'] },
    })) ?? [];
  if (!picture) return;
  if (!vscode.workspace.getWorkspaceFolder(picture)) {
    throw new SentenceError(
      l10n.t('Put the picture into a folder of this workspace first, so that others find it too.'),
    );
  }
  const name = picture.path.slice(picture.path.lastIndexOf('/') + 1);
  const { uri } = await findFloor(uuid);
  const own = uri ?? (await freeName(vscode.Uri.joinPath(picture, '..'), name.replace(/\.[^.]+$/, '')));
  await writeFields(own, { floor: uuid, picture: pathFrom(own, picture) });
}

/** Notes something of a floor in its file; a new one in the folder of the workspace where there is none. */
export async function noteOfFloor(
  uuid: string,
  floorName: string,
  fields: Partial<FloorFile>,
): Promise<void> {
  const { uri } = await findFloor(uuid);
  const own = uri ?? (await freeName(requireFolder(), fileNameOf(floorName) || 'Floor'));
  await writeFields(own, uri ? fields : { floor: uuid, ...fields });
}

/** Notes which layer is shown, where there is a file to note it in. */
export async function noteLayer(uuid: string, layer: FloorFile['layer']): Promise<void> {
  const { uri, file } = await findFloor(uuid);
  if (uri && file && (file.layer ?? 'none') !== layer) await writeFields(uri, { layer });
}

function requireFolder(): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder) return folder.uri;
  throw new SentenceError(
    l10n.t('Open a folder first: picture and scale of a floor are kept in a file there.'),
  );
}

/** Through an editor where one shows it, so that nobody's words are lost. */
async function writeFields(uri: vscode.Uri, fields: Partial<FloorFile>): Promise<void> {
  const open = vscode.workspace.textDocuments.find(({ uri: other }) => other.toString() === uri.toString());
  if (!open) {
    const text = withFloorFields(await textOf(uri).catch(() => ''), fields);
    return vscode.workspace.fs.writeFile(uri, Buffer.from(text));
  }
  await replaceText(open, text => withFloorFields(text, fields));
  await open.save();
}

async function freeName(folder: vscode.Uri, name: string): Promise<vscode.Uri> {
  for (let number = 1; ; number += 1) {
    const uri = vscode.Uri.joinPath(folder, `${name}${number === 1 ? '' : ` ${number}`}.floor.json`);
    const isTaken = await vscode.workspace.fs.stat(uri).then(
      () => true,
      () => false,
    );
    if (!isTaken) return uri;
  }
}

/** The way from a file to another one, with slashes. */
function pathFrom({ path: file }: vscode.Uri, { path: other }: vscode.Uri): string {
  const from = file.split('/').slice(0, -1);
  const to = other.split('/');
  const same = from.findIndex((part, index) => part !== to[index]);
  const common = same < 0 ? from.length : same;
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/');
}

const textOf = async (uri: vscode.Uri): Promise<string> =>
  Buffer.from(await vscode.workspace.fs.readFile(uri)).toString('utf8');

const nameOf = ({ path }: vscode.Uri): Inert => quoted(path.slice(path.lastIndexOf('/') + 1));
