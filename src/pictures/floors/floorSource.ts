import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { floorPoints } from '../../model/pictures/floors/floorPlan.js';
import {
  wantedLayer,
  type FloorMessage,
  type WantedLayer,
} from '../../model/pictures/floors/floorMessages.js';
import type { FloorTypes } from '../../model/pictures/floors/floorPicture.js';
import type { ShownLayer } from '../../model/pictures/floors/shownFloor.js';
import { childGroup, recordDomainType } from 'netsensor-contract/sensors/nodeRecord';
import { window } from '../../ui/doors.js';
import { together } from '../../ui/lifetimes.js';
import { describeError } from '../../words/describeError.js';
import { floorTable, saidFloor } from '../../words/floorWords.js';
import { quoted } from '../../words/inert.js';
import { placeWords } from '../../words/names.js';
import {
  choosePicture,
  findFloor,
  followFloors,
  noteLayer,
  noteOfFloor,
  type FoundFloor,
} from './floorFiles.js';
import { FloorLayers } from './floorLayers.js';
import { openDocuments } from '../openDocuments.js';
import type { MadePicture, PictureSource, SourceParts } from '../pictureEntry.js';
import type { PictureParts } from '../pictureParts.js';
import { lackOfAll, lackOfTree, type Lack } from '../pictureLack.js';
import {
  followTree,
  readStaleTree,
  requireDomain,
  type DomainSubject,
  type TreeSubject,
} from '../pictureTree.js';
import { movePoint } from './pointEdits.js';

/** The access points right below a domain, from the sensor tree and from open documents, and what is asked of them. */
export function floorSource(
  { connectionId, uuid = '' }: TreeSubject,
  parts: SourceParts,
): PictureSource<FloorTypes> {
  const subject = { connectionId, uuid };
  const layers = new FloorLayers(parts, subject);
  const reading = new FloorReading(parts, subject);
  const files = new FoundFiles(uuid);
  let wanted: WantedLayer = { layer: 'none', range: '' };
  let drawAgain = () => {};
  return {
    make: () => madeFloor({ subject, parts, layers, reading, files }, wanted),
    begin: kept => (wanted = wantedLayer.safeParse(kept).data ?? wanted),
    act: async message => {
      if (message.type === 'move') return movePoint(parts, message);
      if (message.type !== 'layer') return changeFloor(parts, subject, message);
      wanted = message;
      try {
        await noteLayer(uuid, message.layer);
        files.forget();
      } finally {
        drawAgain();
      }
    },
    lookAgain: async () => {
      files.tryAgain();
      await readStaleTree(parts, subject);
      // What could not be read as a whole says so by itself.
      if (!parts.treeStale(connectionId) && (await reading.lookAgain())) drawAgain();
    },
    follow: changed => {
      drawAgain = changed;
      return together(
        followFloors(() => {
          files.forget();
          changed();
        }),
        followTree(parts, subject, changed),
        // A layer may look at the time of the notebook in front.
        vscode.workspace.onDidChangeNotebookDocument(({ metadata }) => {
          if (metadata) changed();
        }),
        vscode.window.onDidChangeActiveNotebookEditor(changed),
      );
    },
  };
}

/** What a floor is made of. */
interface FloorSources {
  readonly subject: DomainSubject;
  readonly parts: SourceParts;
  readonly layers: FloorLayers;
  readonly reading: FloorReading;
  readonly files: FoundFiles;
}

/** A floor as it is now, with all that it lacks. */
async function madeFloor(
  { subject, parts, layers, reading, files }: FloorSources,
  wanted: WantedLayer,
): Promise<MadePicture<FloorTypes>> {
  const { connectionId, uuid } = subject;
  const tree = await parts.readTree(connectionId);
  const number = requireDomain(tree, subject);
  const records = tree.members(number, childGroup.accessPoint).map(point => tree.record(point));
  const { file, picture: background, problem: fileProblem } = await files.find();
  const points = floorPoints(records, openDocuments(connectionId), { tree, uuid });
  const domainType = recordDomainType(tree.record(number)) ?? 1;
  const chosen = { ...wanted, layer: file?.layer ?? wanted.layer };
  const { layer, ...lackOfLayer } = await readLayer(layers, chosen, { domainType, points, file });
  const floor = saidFloor(points, file, layer);
  const lacks = [reading.lack, lackOfTree(parts, connectionId, tree), { problem: fileProblem }, lackOfLayer];
  return {
    picture: { title: placeWords(tree.path(number)), floor },
    table: floorTable(floor.points),
    background,
    ...lackOfAll(lacks),
    title: l10n.t('Floor plan of {0}', quoted(tree.label(number))),
  };
}

/** What the workspace says of a floor, until a file changes: a search of it with each letter typed would be too many. */
class FoundFiles {
  private found: Promise<FoundFloor> | undefined;
  private hasFailed = false;

  constructor(private readonly uuid: string) {}

  /** A floor whose files cannot be searched for is drawn without them, and says why. */
  find(): Promise<FoundFloor> {
    return (this.found ??= findFloor(this.uuid).catch((error: unknown) => {
      this.hasFailed = true;
      const problem = l10n.t(
        'Background and scale of this floor could not be looked for in the workspace. {0}',
        describeError(error),
      );
      return { uri: undefined, file: undefined, picture: undefined, problem };
    }));
  }

  forget(): void {
    this.found = undefined;
    this.hasFailed = false;
  }

  tryAgain(): void {
    if (this.hasFailed) this.forget();
  }
}

/** Milliseconds for which a floor is as good as read now. */
const freshness = 10_000;

/** Reads a floor again behind its picture: somebody else may have moved what stands there. */
class FloorReading {
  private readAt = 0;
  private failed: { readonly at: number; readonly lack: Lack } | undefined;

  constructor(
    private readonly parts: PictureParts,
    private readonly subject: DomainSubject,
  ) {}

  /** Why it could not be read again; nothing any more once all of the tree could. */
  get lack(): Lack {
    const { failed } = this;
    return failed && failed.at > (this.treeReadAt ?? 0) ? failed.lack : {};
  }

  /** @returns whether there is something else to say of it */
  async lookAgain(): Promise<boolean> {
    const { treeReadAt, lack } = this;
    const begun = Date.now();
    if (treeReadAt === undefined || begun - Math.max(this.readAt, treeReadAt) < freshness) return false;
    this.readAt = begun;
    try {
      await this.parts.readDomainAgain(this.subject.connectionId, this.subject.uuid);
      this.failed = undefined;
    } catch (error) {
      this.readAt = 0;
      const problem = l10n.t(
        'This floor could not be read again, so what others have changed is missing. {0}',
        describeError(error),
      );
      this.failed = { at: begun, lack: { problem, failure: error } };
    }
    return this.lack.problem !== lack.problem;
  }

  private get treeReadAt(): number | undefined {
    return this.parts.treeReadAt(this.subject.connectionId);
  }
}

/** A layer that cannot be read leaves the floor as it is, and says why. */
async function readLayer(
  layers: FloorLayers,
  wanted: WantedLayer,
  floor: Parameters<FloorLayers['read']>[1],
): Promise<Lack & { readonly layer?: ShownLayer | undefined }> {
  try {
    return { layer: await layers.read(wanted, floor) };
  } catch (error) {
    return { problem: describeError(error), failure: error };
  }
}

/** Changes what the workspace says of a floor. Nothing of it is on the manager. */
async function changeFloor(
  { readTree }: PictureParts,
  { connectionId, uuid }: DomainSubject,
  message: FloorMessage & { type: 'background' | 'scale' },
): Promise<void> {
  if (message.type === 'background') return choosePicture(uuid);
  const metres = await askForMetres();
  if (metres === undefined) return;
  const tree = await readTree(connectionId);
  const number = tree.find({ connectionId, uuid });
  const metresPerUnit = Number((metres / message.units).toPrecision(6));
  await noteOfFloor(uuid, number === undefined ? '' : tree.label(number), { metresPerUnit });
}

async function askForMetres(): Promise<number | undefined> {
  const read = (text: string) => Number(text.trim().replace(',', '.'));
  const text = await window.showInputBox({
    title: l10n.t('Scale of the floor'),
    prompt: l10n.t('How many metres are between the two points?'),
    ignoreFocusOut: true,
    validateInput: value => {
      const metres = read(value);
      return metres > 0 && metres < 100_000 ? undefined : l10n.t('A number of metres, such as 12.5.');
    },
  });
  return text === undefined ? undefined : read(text);
}
